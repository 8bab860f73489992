import { readText } from '../../items/normalise.ts'
import { writeElement } from '../xml.ts'

/**
 * Permanent quest rewards that Path of Building switches on by default, by the names of its switches, in the order of the game.
 * The earlier of two rewards with the same text comes first. Seen in its version for tree 0_4.
 */
const switches: readonly { readonly name: string; readonly reward: string }[] = [
  { name: 'questAct 1ClearfellBeira', reward: '+10% to Cold Resistance' },
  { name: 'questAct 1FreythornKing In The Mists', reward: '+30 to Spirit' },
  { name: 'questAct 1Ogham ManorCandlemass', reward: '+20 to maximum Life' },
  { name: 'questAct 2Spires of DesharSisters of Garukhan Shrine', reward: '+10% to Lightning Resistance' },
  { name: 'questAct 3Azak BogIgnagduk', reward: '+30 to Spirit' },
  { name: "questAct 3Jiquani's MachinariumBlackjaw", reward: '+10% to Fire Resistance' },
  { name: 'questAct 4Eye of HinekoraSilent Hall', reward: '5% increased Maximum Mana' },
  { name: 'questInterlude 2Khari CrossingMolten Shrine', reward: '5% increased maximum Life' },
  { name: 'questInterlude 3Kriar VillageLythara', reward: '+40 to Spirit' },
]

/**
 * The quest rewards of a character as the game lists them: switches of missing rewards are off, and rewards without a switch
 * (mostly a choice of several) become modifiers. Empty if the game sends no quest data.
 */
export function writeQuestRewards(quest_stats: unknown): string[] {
  if (!Array.isArray(quest_stats)) return []
  const left = quest_stats.map(readText).flatMap((text) => text.split('\n').map((line) => line.trim()))
  const off = switches.filter(({ reward }) => {
    const place = left.findIndex((line) => line.toLowerCase() === reward.toLowerCase())
    if (place !== -1) left.splice(place, 1)
    return place === -1
  })
  const others = left.filter((line) => line !== '')
  return [
    ...off.map(({ name }) => writeElement('Input', { name, boolean: false })),
    ...(others.length === 0 ? [] : [writeElement('Input', { name: 'customMods', string: others })]),
  ]
}
