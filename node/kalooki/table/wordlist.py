"""2048 English words of three to eight letters; any two differ in more than one letter, so that none is misheard.

Their order is part of the protocol: a word is the number of its place.
"""

_WORDS = """
about above academy accept access account achieve acorn acrobat across active activity actor address admiral admire
adopt adult advice affair afford afraid after again agency agent agree ahead aircraft airport alarm album almond
almost alone alpha alphabet alpine although always amber amount anchor ancient angel angle animal answer anthem
antique anybody anyone apart apology appear applaud apple approve apricot april apron aquarium arcade archer arctic
arena argue armchair army around arrange arrival artist ash aside asleep aspect aspen assist athlete athletic atlas
atom attempt attic attract auction audience august author autumn avenue aviator avocado awake award away axis axle
baboon baby backpack badger bagel bagpipe baker balance balcony ball ballet balloon bamboo banana bandage banjo bank
banner banquet barbecue barber barefoot bargain barley barn barrel baseball basement basil basket bath bathtub battery
bazaar beacon beagle beam beard beaver become bedroom bedtime beech beef beetle before begin behind beige believe
beloved below benefit beside best between beyond bicycle big billion biology birch bird birdcage birthday biscuit
bishop bison bitter black blade blanket blazer blender blimp blink blizzard blond bloom blossom blouse blunt boat
bobcat body bonfire bonnet bookcase boost border borrow boss botany bottle bottom bounce bouquet bowl bowling box
boxer bracelet bracket brain branch brass brave bravery bread breath breeze brick bridge brief bright bring bristle
broccoli broken bronze brook brother brown brownie brush bubble bucket buckle budget buffalo buffet bugle build
builder bulb bulldog bulletin bullfrog bump bundle bungalow bunny bureau business busy butcher butler button buyer
buzz cabbage cabin cable cactus cafe calendar calf camel camera camp campfire canal canary candid candle candy cannon
canoe captain captive caramel caravan carbon card cardinal careful careless cargo carnival carpet carriage carry
cartoon carve cascade cashew castle casual catch cauldron cautious caviar cedar celery cello cement centaur century
ceramic certain chair chalk champion chance channel chaos chapel chapter charcoal charity charm chase cheap cheek
cheerful cheese cheetah chemist cherry chess chestnut chew chicken chief child chimney chin chipmunk chisel choice
chorus chuckle church cider cigar cinema cinnamon circle circuit circus citizen citrus city civil clam class classic
clean clerk clever client cliff climate climb climber clinic clip cloak closet cloth cloud clown club cluster coach
coal coast coaster cobalt cobbler cobra cockpit coconut code coffee cold collage collar collect colony column comb
combine comedy comet comfort comfy command common company compass compose compute concept condor confirm connect
contain contest control cook cookie copper copy cordial corner cosmic costly costume cottage cotton cougar count
country couple courage cousin cowboy coyote crab crackle cradle crane crater crayon cream create creature cricket
crimson crisp critic crocus crop crossbow crowd crumb crust crystal cube cuckoo cucumber cup cupboard cupcake curfew
curious curl cushion custard custom cutlery cycle cyclone cypress daily dam dance danger dark data daughter dawn
daylight dazzle deadline debate decade december decimal deep defeat defend degree delight deliver delta demand denim
dentist depart deposit depth deputy deserve design desk desktop dessert destiny detail develop devoted diagram dial
diamond diary dice dictate diesel diet differ digger digital dinghy dinner dinosaur diploma direct discover dish
distance distant district ditch divide dizzy doctor doll dolphin domino donate donkey donut door doorbell dot double
dove dozen dragon drama dramatic draw drawer dress drift drill drink drive driveway drizzle drum drummer dry duchess
duck dune durable during dust duty dwarf dynamic dynamo eager early earphone earring earth easy echo eclair eclipse
ecology economy edible edit effort egg eggshell elastic elbow elder electric elegant element elephant elevator eleven
elk embrace emerald emotion emperor empire employ empty enamel enchant end energy engine engineer enjoy enormous
enough enter entire envelope episode equal equator erase error eruption escape essay estate ethics evening event every
evidence evolve exact example exceed exchange excite excuse exercise exhale exhibit exotic expand expert explain
express extra eyebrow eyelash fabric fabulous fact factory fade fairy falcon familiar family famous fancy farewell
farm fashion faucet feast feather feature federal feed fence fennel fern ferret ferry fertile festival festive fever
fiber fiddle field fiesta fifteen figure filament film filter final finger finish fire first fit fitness flag flagship
flame flamingo flannel flash flavor fleet flexible flight flint float flock flood floral florist fluffy flute fly foam
focus foil folder folklore follow foot football forecast foreign forest forever forget fork formula fortress fortune
forum forward fossil found fountain fragile freckle free freedom freight fresh friday friend fringe frog front
frontier frosting frozen fruit fruitful fuel fulfil fun furnace future gadget galaxy gallant gallery gallon game
garage garden gardener garlic garment gas gasoline gather gauge gazelle gazette gear gecko gem genius gentle genuine
geology geometry gesture geyser ghost giant gift giraffe girl give glacier glad glamour glance glide glitter globe
gloomy glory glow glue goblet goggles goldfish gondola good goose gopher gospel gourmet grace graceful gradual grammar
grand grandson granite graph gravel gravity gravy grease green grid griffin grimace grocery groove group guard guess
guitar gulf guru gymnast gypsum habit habitat halfway halibut hamlet hammer hammock hamster hand handsome happy
harmony harness harp harvest hawk hay haystack hazel health heart heaven heavy hedge height helium helmet help herb
heritage hermit heron herring hexagon hickory hidden high highway hike hill hinge hippo history hobby hockey holiday
holly home homework honest honey hoof horizon hornet hospital hotel house hover huge human humble humid hundred hungry
hunter hurdle hurry husky hut hydrogen hyena hyphen iceberg icicle icon ideal igloo iguana image imagine imitate
immense impact import improve income indeed indigo indoor infant inflate inform inhale initial inkwell inquire inside
inspect inspire install instant into invent invite involve iris island isolate item ivory ivy jacket jackpot jaguar
janitor january jar jasmine javelin jazz jealous jelly jersey jetpack jigsaw jingle job jogging join joke journal
journey jubilee judge jug juggler juice jukebox july jumbo junior juniper justice kangaroo karate kayak kettle
keyboard keyhole kick kidney kilo kind kindness kingdom kiosk kitchen kite kitten kiwi knapsack knee knife knit knock
knuckle koala label ladder ladle lady lagoon lake lamb landmark language lantern lap large lasagna laser lasso last
latin latitude laugh laundry lava lavender lavish lawyer leader leaf learn leave lecture left legend leisure lemon
lemonade length lens lentil leopard letter lettuce level liberal liberty library lid life lifeboat likely lilac lily
limerick limit linen lion liquid listen little lizard llama lobster local locket lodge log logic logical lonely loop
lottery lotus lounge lucky luggage lullaby luminous lunar lunch lunchbox lung luxury lyric macaroni machine madam
magazine magenta magic magician magnet magnify magpie mahogany maiden mailbox maize major mammoth manager mandarin
mandolin mango mansion manual many maple marathon marble march margin marigold marine market maroon married mascot
mask mason master mattress maximum maybe meadow meal measure media medicine medium mellow melodic melody melon melt
member memory mention menu mercury mermaid mesh meteor method metro microbe midnight migrate mild mimic mineral minnow
mint minute miracle mirror mission misty mix mobile model modern modest moment monarch monday monitor monsoon month
monument moon mop moral mosaic mosquito mother motor motorway movie much mud muffin mule museum mushroom music
musician mustang mutual myriad mystery myth napkin narrate narrow nation native natural nautical navy neck necklace
nectar needle neither neon nephew nerve network neutral new newborn next nickel nimble nine noble nobody noise noodle
normal north notebook nothing notice nougat nourish novel novelty november number nurse nursery nutmeg nylon oak oasis
oatmeal object obvious occupy ocean octagon october octopus odd offer office often olive omega omelet omnibus once
onion only onyx open opening opera operate opinion optimist orange orbit orchard orchid oregano organ orient origin
ornament osprey ostrich outcome outdoor outfit outline outside oval overcoat owner oxygen oyster ozone pacific pack
package page paint painter pajamas palace palm pancake panda panel panic panorama panther pantry papaya paper parade
paradise parasol parcel parent parkway parrot parsley partner party pass passport pasta pastime pathway patient patrol
pattern pavement peach peacock peak peanut pebble pecan pedestal pelican pencil pendant penguin pension pentagon
people pepper percent perfect perform perfume perhaps period person pet petunia pharmacy pheasant phone photo phrase
piano piccolo pickle picnic picture pigeon pigment pile pilgrim pillar pillow pilot pinball pinch pinecone pink
pinwheel pioneer pirate pizza planet plank plankton plate platform platinum play playful plaza please plenty plumber
plunge plural plus plywood poem polar polish polite pollen polo pond pool popcorn poppy popular porch porridge
portable portal portrait positive postage postcard potato potter powder powerful practice prairie praise prawn
precious predict prefer prepare present pretty pretzel price primary prism private process program project promise
proof proud public pudding puddle pull pulse puma pumpkin pupil puppet purchase pure purple pursue push puzzled
pyramid python quadrant quail quaint qualify quarter queen quench quest question quiche quick quiet quill quiver quiz
quote rabbit raccoon radar radiant radio radish raft railway rainbow raisin rally random rapid rare rattle raven
ravine razor ready reason rebel rebuild receive recipe record recycle reflect refrain refresh region regular reindeer
relax relief remain remark remedy remember remnant remote rent repair repeat reply report rescue resolve respect
restful restore result retire return reveal reverse reward rhapsody rhino rhubarb rhyme rhythm ribbon rich ride rinse
ripple river roadway robe robin robot robust rock rodeo romance romantic rooster rosemary rotate rotunda rough routine
rowboat royal rubber rucksack rudder rugby ruin runaway rural saddle safari saffron sailboat salad salmon salsa salt
salute sample sandal sandbox sandwich sapphire sardine satisfy saturday saucer sausage savanna save sawmill scaffold
scale scallop scarf scatter scenic scholar school science scissors scoop scooter score scout scrap scratch screen
screw scribble script sculptor seafood search seaside seat seaweed second secret section secure select senior sense
serenade series seven shadow shaft shallow shampoo shamrock shape shark shawl sheep sheepdog shelf shelter shepherd
sherbet sheriff shield shimmer shine ship shirt shock shoelace shoulder shovel showcase shower shrimp shrub shuffle
shuttle shy sibling sidewalk signal silence silent silk silly silver similar since sincere siren sister sixteen skate
skeleton sketch skill skin skylark skyline slab sled sleepy sleeve slice slim sling slipper slogan slope small smart
smile smoke smooth snack snail snake snapshot sneaker snorkel snow snowball soap soccer social soda software soldier
solid someone sonar song soprano sorbet sorry south souvenir space spaniel sparrow spear special speech speed spell
spelling sphere spider spinach spiral spirit splash splendid split sponge sponsor spoon sport spray spread spring
sprinkle sprout spruce squad square squash squirrel stable stadium staff stage stallion stamp stand standard star
stardust starfish station statue steady stereo sterling stew stick stirrup stitch stomach stone stool storm straw
stream street strength stretch strike strong student studio sturdy subject suburb subway success sudden sugar suggest
suit suitcase sultan summer summit sunday sunlight sunset sunshine superb supper supply surface surgeon surplus
surprise sushi swan sweater swift swiftly sword sycamore syllable symphony syrup system tablet tackle tactful tadpole
tailor tailwind talent talk tandem tapestry target tart taste tavern taxi teapot teaspoon telegram tell temple tempo
ten tender tennis term terrace textbook thank theme theory therapy thermal thick thimble thing third thirteen thirty
thistle thorn thousand thread three thrill thrive throat thrush thumb thunder thursday ticket tidy tiger timber time
tip tissue title toad today toddler together token tomato tombola tomorrow tongue tonight toolbox tooth topaz tornado
tortoise total tour tourist toward tower town toy track tractor trade traffic trail tranquil transit trap trapeze
treasure treat trek trellis tremble triangle tribe trifle trilogy tripod triumph trolley trombone trophy tropic
tropical trouble trousers trout true truffle trumpet trunk truth tuesday tugboat tulip tuna tundra tunnel turban
turkey turn turnip turtle tutor tuxedo tweezers twelve twenty twice twig twilight twist tycoon type typical umbrella
uncle under unfold unicorn unicycle uniform unique universe unlock until unusual upgrade uphill uplift upon upstairs
urchin urgent use useful usher usual utensil utility vacant vaccine vacuum vagabond valley value van vanilla vanish
variety vase vault vehicle velvet vendor venture veranda verse vessel veteran viaduct vibrate viceroy victory video
view village villain vinegar vineyard vintage viola violet violin virtue visit visitor visor vista vital vitamin vivid
voice volcano volume vote voyage vulture wafer waffle wagon walnut walrus waltz wander want wardrobe wasp wealthy
weasel web wedding weekend welcome welfare wetland wharf wheat when whisker white wicker widget wigwam wildlife win
windmill window wingspan winter wisdom wise wolf woman wombat woodland workshop world wrench wrestler yacht yeti yoga
yogurt young zebra zenith zero zigzag zinc zipper zodiac zoom zucchini
"""

WORDS: tuple[str, ...] = tuple(_WORDS.split())
