"use strict";

// Whatever is written at the table, a click on it leads nowhere.
window.open = () => null;

// textual.js tells nobody why its connection was closed.
const REASONS = ["over", "plain", "taken", "stopped", "failed"];
window.WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how);
    this.addEventListener("close", (event) => {
      document.body.dataset.why = REASONS.includes(event.reason) ? event.reason : "lost";
    });
  }
};

window.addEventListener("DOMContentLoaded", () => {
  document.getElementById("again").addEventListener("click", () => window.location.reload());
  // Keys go to the table without a click on it first.
  new MutationObserver((_changes, observer) => {
    const keys = document.querySelector(".xterm-helper-textarea");
    if (keys !== null && document.body.classList.contains("-first-byte")) {
      keys.focus();
      observer.disconnect();
    }
  }).observe(document.body, { attributes: true, attributeFilter: ["class"] });
});
