/** Names of items from side mechanics: a few per type, enough for conditions to distinguish them. */

const list = (text: string): readonly string[] => text.split(',').map((name) => name.trim())

/** A room's names by tier, lowest first. */
export const templeRooms: readonly (readonly [string, string, string])[] = [
  ['Corruption Chamber', 'Catalyst of Corruption', 'Locus of Corruption'],
  ["Gemcutter's Workshop", 'Department of Thaumaturgy', "Doryani's Institute"],
  ['Sparring Room', 'Arena of Valour', 'Hall of Champions'],
  ['Poison Garden', 'Cultivar Chamber', 'Toxic Grove'],
  ['Trap Workshop', 'Temple Defense Workshop', 'Defense Research Lab'],
  ['Pools of Restoration', 'Sanctum of Vitality', 'Sanctum of Immortality'],
  ['Flame Workshop', 'Omnitect Forge', 'Crucible of Flame'],
  ['Lightning Workshop', 'Omnitect Reactor Plant', 'Conduit of Lightning'],
  ['Hatchery', 'Automaton Lab', 'Hybridisation Chamber'],
  ['Royal Meeting Room', 'Hall of Lords', 'Throne of Atziri'],
  ['Storage Room', 'Warehouses', 'Museum of Artefacts'],
  ['Vault', 'Treasury', 'Wealth of the Vaal'],
  ['Torment Cells', 'Torture Cages', "Sadist's Den"],
]

export const vesselMaps = list('Strand Map, Jungle Valley Map, Dunes Map, Mesa Map')
export const vesselBosses = list(
  'Merveil, The Brine King, Doryani, Piety, Lycius, Gorulis, Drought-Maddened Rhoa, Megaera, Stalker of the Endless Dunes',
)

export const minorAfflictions = list('Blunt Sword, Chiselled Stone, Rusted Coin, Worn Sandals, Deceptive Mirror, Haemorrhage')
export const majorAfflictions = list('Anomaly Attractor, Corrosive Concoction, Unassailable, Ghastly Scythe')
export const minorBoons = list('Holy Water, Sacred Mirror, Gold Lens, Pendulum of Time')
export const majorBoons = list('Orb of Negation, Regalia of the Sanctum, Scrying Crystal')

export const ultimatumChallenges = list('Defeat waves of enemies, Survive, Protect the Altar, Stand in the Stone Circles')
export const ultimatumMods = list('ChoiceRunes, ChoiceFlamespitters, ChoiceBlood, ChoiceStalkingRuin, ChoiceLessArea')

export const corpses = list('Perfect Warlord, Perfect Forest Tiger, Perfect Sanguimancer Demon, Perfect Guardian Turtle')
export const beasts = list('Craicic Chimeral, Farric Tiger Alpha, Fenumal Plagued Arachnid, Saqawine Retch')
export const beastGenera = list('Chimerals, Tigers, Arachnids, Retches')

/** Grafts seen in public data; the picture of the last is a guess. */
export const grafts: readonly { base: string; picture: string; implicit: string; skill: string }[] = [
  {
    base: 'Hardening Uulgraft',
    picture: 'BreachArmGraftRedPhysical',
    implicit: '2% additional Physical Damage Reduction',
    skill: 'Tender Embrace',
  },
  {
    base: 'Battering Uulgraft',
    picture: 'BreachArmGraftPhysical',
    implicit: '10% reduced Enemy Stun Threshold',
    skill: 'Return to Dust',
  },
  { base: 'Freezing Tulgraft', picture: 'BreachArmGraftCold', implicit: '10% chance to Freeze', skill: 'Falling Crystals' },
]

export const mercenarySkills = list('Boneshatter, Lightning Arrow, Summon Skeletons, Frostblink, Toxic Rain')
export const mercenarySupports = list('Brutality, Inspiration, Minion Damage')

export const memories = list(
  "Kirac's Memory, Einhar's Memory of the Beast, Alva's Memory of the Vaal, Niko's Memory, Jun's Memory of Hate",
)

/** The rogue's job and the property type for that job. */
export const rogueGear: readonly { base: string; job: string; job_type: number }[] = [
  { base: 'Whisper-woven Cloak', job: 'Deception', job_type: 45 },
  { base: 'Foliate Brooch', job: 'Perception', job_type: 40 },
  { base: 'Thaumaturgical Sensing Charm', job: 'Counter-Thaumaturgy', job_type: 42 },
  { base: 'Master Lockpick', job: 'Lockpicking', job_type: 38 },
  { base: 'Precise Arrowhead', job: 'Perception', job_type: 40 },
]

export const wildwoodBases = list('Ursine Charm, Corvine Charm, Lupine Charm, Rosethorn Tincture, Ironwood Tincture')

/** Containers for fossils; larger ones hold more. */
export const resonators: readonly { name: string; w: number; h: number }[] = [
  { name: 'Primitive Chaotic Resonator', w: 1, h: 1 },
  { name: 'Potent Chaotic Resonator', w: 1, h: 2 },
  { name: 'Powerful Chaotic Resonator', w: 2, h: 2 },
  { name: 'Prime Chaotic Resonator', w: 2, h: 2 },
]

/** Samples of an earlier league; they no longer drop. */
export const organs = list('Metamorph Brain, Metamorph Eye, Metamorph Heart, Metamorph Liver, Metamorph Lung')
