/** Invented people and teams. */
const list = (rows: string): readonly string[] => rows.split(',').map((name) => name.trim())

/** The first four are the teams of the demo event, so that the account picker and the scoreboard show the same names. */
export const teamNames = list(
  'The Lanterns, Gravewardens, Tidebreakers, Nightglass, Emberfall Company, Gilt Ravens, Saltmarsh Guild, Quiet Comets, Brass Herons, Winter Court',
)

export const accountNames =
  list(`Marrowlight, Tansy, OrrinVale, Pellucid, Brackwater, Fennimore, Ashgrove, Quillon, Yarrowhex, Dusksinger, Korvane, Larkspur,
  Ibexian, Moorhen, Sablewick, Thornfold, Umberly, Vesperine, Wrenhollow, Zephyrine, Aldermoss, Birchbane, Cinderpath, Driftmark,
  Elkstone, Foxglover, Gravelark, Hazelrune, Inkwell_, Juniperus, Kestrelle, Lodestar, Mistralle, Nettlefield, Ochrebrand, Pinemarten,
  Quartzite, Rookery, Silverfen, Tarnwick, Undertow, Vireo, Willowgate, Xanthic, Yewbough, Zinnober, Åsgeir, Bellweather,
  Coppersong, Dunmarrow, Everlode, Flintlock_, Gorsewind, Hollyhock, Ironbark, Jettison, Kingfisherr, Limewash, Meadowlark, Nightjar`)

const heads = list('Spark, Grim, Frost, Ember, Volt, Bone, Rift, Thorn, Ash, Moon, Storm, Mire, Gale, Rune, Dusk, Hex')
const tails = list(
  'witch, strider, hammer, caller, bow, shade, binder, fang, weaver, runner, maul, song, ward, spite, drifter, blade',
)

/** A character name from two numbers. Different numbers can give the same name; the caller then appends the account's ordinal. */
export const composeCharacterName = (head: number, tail: number): string =>
  `${heads[head % heads.length]}${tails[tail % tails.length]}`

export const noiseLeagues = [
  'Allflame',
  'Standard',
  'Hardcore Allflame',
  'Hardcore',
  'SSF Allflame',
  'Rustic Reunion (PL51877)',
] as const

export const tabNames = {
  currency: list('Currency, $$$, ~b/o 1 chaos, C, bank'),
  collection: list('Collections, shinies, ~price 5 chaos, stuff, 2, frags + scarabs'),
  gear: list('Dump, dump 2, ~price 1 divine, gear, sell?, quad'),
  maps: list('Maps, ~b/o 3 chaos, red maps, M'),
}
