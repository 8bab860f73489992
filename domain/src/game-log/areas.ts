import type { GameVersion } from '@muster/contract/events'

/**
 * The game's ids and names of areas that objectives often ask for; any other id is allowed, too. The Shaper and the Uber Elder
 * fight in areas of the same name. Each id of the first game is in a line of the logs of mapwatch/mapwatch
 * (packages/www/public/examples). The ids of the second game are in public programs that read the game's tables; no line of a log
 * with them was seen.
 */
const areas: Readonly<Record<GameVersion, Readonly<Record<string, string>>>> = {
  poe1: {
    MapWorldsShapersRealm: "The Shaper's Realm",
    MapWorldsElderArena: 'Absence of Value and Meaning',
    MapWorldsElderArenaUber: "The Shaper's Realm, Uber Elder",
    AtlasExilesBoss5: 'Eye of the Storm',
    MavenBoss: 'Absence of Mercy and Empathy',
    MapWorldsPrimordialBoss1: 'Seething Chyme',
    MapWorldsPrimordialBoss2: 'Polaric Void',
    MapWorldsPrimordialBoss3: 'Absence of Patience and Wisdom',
    MapWorldsPrimordialBoss4: 'Absence of Symmetry and Harmony',
    MapWorldsChimera: 'Pit of the Chimera',
    MapWorldsHydra: 'Lair of the Hydra',
    MapWorldsMinotaur: 'Maze of the Minotaur',
    MapWorldsPhoenix: 'Forge of the Phoenix',
    MapAtziri2: 'The Alluring Abyss',
    Synthesis_MapBoss: 'Cortex',
    BetrayalMastermindFight: "Mastermind's Lair",
    BreachBossFire: "Xoph's Domain",
    BreachBossCold: "Tul's Domain",
    BreachBossLightning: "Esh's Domain",
    BreachBossPhysical: "Uul-Netol's Domain",
  },
  poe2: {
    MapUberBoss_CopperCitadel: 'The Copper Citadel',
    MapUberBoss_IronCitadel: 'The Iron Citadel',
    MapUberBoss_StoneCitadel: 'The Stone Citadel',
    MapUberBoss_Monolith: 'The Burning Monolith',
    BreachDomain_01: 'Twisted Domain',
  },
}

export const listAreas = (game_version: GameVersion): readonly (readonly [id: string, name: string])[] =>
  Object.entries(areas[game_version])
