/** Items that are neither worn nor stacked: contracts, logbooks, invitations. */
import type { Draws } from '../prng.ts'
import { heistContracts, heistTargets, logbookFactions } from '../world/catalogue.ts'
import type { Property, WorldItem } from './item.ts'
import { drawRareName, rollMods } from './mods.ts'
import { artKeyOf } from './stackables.ts'

export const areaLevel = (level: number): Property => ({
  name: 'Area Level',
  values: [[String(level), 0]],
  displayMode: 0,
  type: 34,
})

export const makeContract = (draws: Draws, ilvl: number, wanted: { area?: string; target?: string } = {}): WorldItem => {
  const contract = heistContracts.find((row) => row.area === wanted.area) ?? draws.pick(heistContracts)
  const target = heistTargets.find((row) => row.name === wanted.target) ?? draws.pick(heistTargets)
  const base = `Contract: ${contract.area}`
  return {
    id: draws.hex(64),
    family: 'heist_contract',
    name: drawRareName(draws),
    type_line: base,
    base_type: base,
    frame: 'Rare',
    art: `Currency/Heist/ContractItem${draws.between(1, 6)}`,
    w: 1,
    h: 1,
    ilvl,
    identified: true,
    properties: [
      { name: 'Client', values: [['Whakano', 0]], displayMode: 0 },
      {
        name: 'Heist Target: {0} ({1})',
        values: [
          [target.name, 0],
          [target.value_class, 0],
        ],
        displayMode: 3,
        type: 47,
      },
      areaLevel(Math.min(83, ilvl)),
      {
        name: 'Requires {1} (Level {0})',
        values: [
          [String(draws.between(1, 5)), 0],
          [contract.job, 0],
        ],
        displayMode: 3,
        type: contract.job_type,
      },
      { name: 'Item Quantity', values: [[`+${draws.between(10, 60)}%`, 1]], displayMode: 0, type: 2 },
    ],
    explicit_mods: rollMods(draws, 'map', 4).map((text) => ({ text })),
    description: 'Give this Contract to Adiyah in the Rogue Harbour to embark on the Heist.',
  }
}

export const makeBlueprint = (draws: Draws, ilvl: number): WorldItem => {
  const contract = makeContract(draws, ilvl)
  const base = contract.base_type.replace('Contract', 'Blueprint')
  const wings = draws.between(2, 4)
  const revealed = (type: number, name: string, most: number): Property => ({
    name,
    values: [[`${draws.between(0, most)}/${most}`, 0]],
    displayMode: 0,
    type,
  })
  return {
    ...contract,
    family: 'heist_blueprint',
    type_line: base,
    base_type: base,
    art: `Currency/Heist/BlueprintNotApproved${draws.between(1, 4)}`,
    properties: [
      { name: 'Heist Target: {0}', values: [['Enchanted Armaments', 0]], displayMode: 3, type: 47 },
      areaLevel(Math.min(83, ilvl)),
      revealed(35, 'Wings Revealed', wings),
      revealed(36, 'Escape Routes Revealed', wings * 4),
      revealed(37, 'Reward Rooms Revealed', wings * 5),
      // Real blueprints ask for several jobs; the first of them is that of the contract.
      ...(contract.properties ?? []).filter(({ name }) => name.startsWith('Requires ')),
    ],
  }
}

export const makeLogbook = (draws: Draws, ilvl: number): WorldItem => ({
  id: draws.hex(64),
  family: 'logbook',
  name: '',
  type_line: 'Expedition Logbook',
  base_type: 'Expedition Logbook',
  frame: 'Magic',
  art: 'Currency/Expedition/ExpeditionChronicle3',
  w: 1,
  h: 1,
  ilvl,
  identified: true,
  properties: [areaLevel(Math.min(83, ilvl))],
  extra: {
    logbookMods: [draws.pick(logbookFactions), draws.pick(logbookFactions)].map((faction, at) => ({
      name: at === 0 ? 'Bluffs' : 'Dried Riverbed',
      faction,
      mods: [`${draws.between(10, 40)}% increased Explosive Range`],
    })),
  },
  description: 'Take this item to Dannig in your Hideout to open portals to an expedition.',
})

export const makeInvitation = (draws: Draws, name: string): WorldItem => ({
  id: draws.hex(64),
  family: 'invitation',
  name: '',
  type_line: name,
  base_type: name,
  frame: 'Normal',
  art: `Maps/AtlasMaps/${artKeyOf(name)}`,
  w: 1,
  h: 1,
  ilvl: 83,
  identified: true,
  properties: [{ name: 'Item Quantity', values: [[`+${draws.between(40, 120)}%`, 1]], displayMode: 0, type: 2 }],
  explicit_mods: rollMods(draws, 'map', 3).map((text) => ({ text })),
  description: 'Open portals to a battle by using this item in a personal Map Device.',
})
