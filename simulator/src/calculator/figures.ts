/**
 * Figures of a build by the names that Path of Building writes. Invented, but of the right size: they follow from the class,
 * grow with level and passives at every step, with gear whenever it changes, and are the same for the same character.
 */
import { hashText } from '../prng.ts'
import { baseClasses } from '../world/classes.ts'
import type { SentCharacter, SentGem, SentItem } from './character.ts'

export interface Figures {
  player: Readonly<Record<string, number>>
  minion: Readonly<Record<string, number>>
}

/** Factors of a class; about 1 on average. */
interface Leaning {
  strength: number
  dexterity: number
  intelligence: number
  damage: number
  life: number
  armour: number
  evasion: number
  shield: number
}

const leanings: Readonly<Record<string, Leaning>> = {
  Scion: { strength: 20, dexterity: 20, intelligence: 20, damage: 1, life: 1, armour: 0.7, evasion: 0.7, shield: 0.4 },
  Marauder: { strength: 32, dexterity: 14, intelligence: 14, damage: 0.95, life: 1.25, armour: 1.5, evasion: 0.1, shield: 0.05 },
  Ranger: { strength: 14, dexterity: 32, intelligence: 14, damage: 1.15, life: 0.9, armour: 0.15, evasion: 1.6, shield: 0.1 },
  Witch: { strength: 14, dexterity: 14, intelligence: 32, damage: 1.2, life: 0.75, armour: 0.1, evasion: 0.2, shield: 1.6 },
  Duelist: { strength: 23, dexterity: 23, intelligence: 14, damage: 1.1, life: 1.1, armour: 1, evasion: 0.8, shield: 0.05 },
  Templar: { strength: 23, dexterity: 14, intelligence: 23, damage: 0.9, life: 1, armour: 0.9, evasion: 0.1, shield: 0.9 },
  Shadow: { strength: 14, dexterity: 23, intelligence: 23, damage: 1.25, life: 0.8, armour: 0.1, evasion: 1.1, shield: 0.7 },
}
const balanced: Leaning = {
  strength: 20,
  dexterity: 20,
  intelligence: 20,
  damage: 1,
  life: 1,
  armour: 0.6,
  evasion: 0.6,
  shield: 0.6,
}

const leaningOf = (class_name: string): Leaning => {
  const base = baseClasses.find(({ name, ascendancies }) => name === class_name || ascendancies.includes(class_name))
  return leanings[base?.name ?? ''] ?? balanced
}

/** Sum of the numbers in the matching lines. */
const sumOf = (items: readonly SentItem[], line: RegExp): number =>
  items.flatMap(({ mods }) => mods).reduce((sum, mod) => sum + Number(line.exec(mod)?.[1] ?? 0), 0)

/** The program's choice: the group with the most gems; of equals the first. */
export const findMainGroup = ({ items }: SentCharacter): { skill: SentGem; supports: readonly SentGem[] } | null => {
  const groups = items.map(({ gems }) => gems).filter((gems) => gems.some(({ isSupport }) => !isSupport))
  const largest = groups.toSorted((a, b) => b.length - a.length)[0]
  const skill = largest?.find(({ isSupport }) => !isSupport)
  return largest && skill ? { skill, supports: largest.filter(({ isSupport }) => isSupport) } : null
}

const isOfMinions = ({ name }: SentGem) => /^(?:Raise|Summon|Animate) /.test(name)
const isOfAttacks = (name: string) => hashText(name, 3) % 2 === 0

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** Acts five and ten each take 30 from every resistance. */
const resistancePenalty = (level: number) => (level < 41 ? 0 : level < 67 ? 30 : 60)

export const calculateFigures = (character: SentCharacter): Figures => {
  const { level, items, jewels, nodes } = character
  const leaning = leaningOf(character.class)
  const all = [...items, ...jewels]
  const worn = items.filter(({ slot }) => slot !== 'Flask')
  const gear = worn.reduce((sum, { ilvl, rarity }) => sum + ilvl * (rarity === 'Rare' || rarity === 'Unique' ? 1 : 0.6), 0) / 12
  const passives = nodes.length
  const attribute = (name: string, base: number) =>
    base + passives * (base / 26) + sumOf(all, new RegExp(`^\\+(\\d+) to ${name}$`))
  const strength = attribute('Strength', leaning.strength)
  const dexterity = attribute('Dexterity', leaning.dexterity)
  const intelligence = attribute('Intelligence', leaning.intelligence)

  const life =
    (38 + 12 * level + strength / 2 + sumOf(all, /^\+(\d+) to maximum Life$/)) *
    (1 + (passives * 0.011 + sumOf(all, /^(\d+)% increased maximum Life$/) / 100) * leaning.life)
  const mana = (34 + 6 * level + intelligence / 2 + sumOf(all, /^\+(\d+) to maximum Mana$/)) * (1 + passives * 0.003)
  const defence = 4 + (gear + level / 8) ** 1.45
  const growth = 1 + passives * 0.012 + sumOf(worn, /^(\d+)% increased Armour$/) / 400
  const armour = 5.2 * leaning.armour * defence * growth + strength
  const evasion = 15 + 6 * leaning.evasion * defence * growth + 3 * dexterity
  const shield = 1.9 * leaning.shield * defence * (1 + passives * 0.01) + intelligence / 10

  const penalty = resistancePenalty(level)
  const resistance = (name: string, share: number) =>
    clamp(sumOf(all, new RegExp(`^\\+(\\d+)% to ${name} Resistance$`)) + passives * share - penalty, -60, 75)
  const resistances = {
    FireResist: resistance('Fire', 0.42),
    ColdResist: resistance('Cold', 0.4),
    LightningResist: resistance('Lightning', 0.38),
    ChaosResist: resistance('Chaos', 0.1),
  }
  const isShielded = items.some(({ slot, base }) => slot === 'Offhand' && !base.includes('Quiver'))
  const block = isShielded ? 24 + level * 0.12 * leaning.armour : 0
  const pool = life + shield
  const blow = pool * 0.45
  const reduction = clamp((100 * armour) / (armour + 5 * Math.max(50, blow)), 0, 90)
  const evade = clamp(20 + (70 * evasion) / (evasion + 8000), 5, 92)
  const hitOf = (resist: number) => pool / (1 - resist / 100)

  const main = findMainGroup(character)
  const skill = main?.skill
  const speed = 1.2 + sumOf(items, /^(\d+)% increased (?:Attack|Cast) Speed$/) / 100 + level * 0.006
  const chance = clamp(5 + sumOf(items, /^(\d+)% increased Critical Strike Chance$/) / 8 + passives * 0.12, 5, 80)
  const multiplier = 1.5 + sumOf(items, /Global Critical Strike Multiplier$/) / 100 + passives * 0.008
  const more = main ? 1.16 ** main.supports.length * (1 + main.skill.level * 0.03) : 0
  const increased =
    1 + sumOf(all, /^(\d+)% increased (?:Physical |Spell |Fire |Area )?Damage(?: over Time)?$/) / 260 + passives * 0.006
  const liking = skill ? 0.72 + (hashText(skill.name, 17) % 1000) / 1600 : 0
  const hit = 9 * Math.exp(level * 0.088) * leaning.damage * liking * more * increased
  const dps = hit * speed * (1 + (chance / 100) * (multiplier - 1)) * 0.55
  const dealt = {
    TotalDPS: dps,
    CombinedDPS: dps,
    CullingDPS: 0,
    FullDPS: 0,
    FullDotDPS: 0,
    ReservationDPS: 0,
    TotalDotDPS: 0,
    WithBleedDPS: dps,
    WithDotDPS: dps,
    WithIgniteDPS: dps,
    WithImpaleDPS: dps,
    WithPoisonDPS: dps,
    PoisonDPS: 0,
  }
  const isMinions = skill !== undefined && isOfMinions(skill)
  const none = Object.fromEntries(Object.keys(dealt).map((name) => [name, 0]))
  const [fire, cold, lightning] = [resistances.FireResist, resistances.ColdResist, resistances.LightningResist].map(hitOf)
  return {
    player: {
      Str: strength,
      Dex: dexterity,
      Int: intelligence,
      Life: life,
      Mana: mana,
      EnergyShield: shield,
      Ward: 0,
      Armour: armour,
      Evasion: evasion,
      ...resistances,
      EffectiveBlockChance: block,
      EffectiveSpellBlockChance: block / 3,
      EffectiveSpellSuppressionChance: clamp(passives * 0.5 * leaning.evasion, 0, 100),
      PhysicalDamageReduction: reduction,
      MeleeEvadeChance: evade,
      PhysicalMaximumHitTaken: pool / (1 - reduction / 100),
      FireMaximumHitTaken: fire ?? 0,
      ColdMaximumHitTaken: cold ?? 0,
      LightningMaximumHitTaken: lightning ?? 0,
      ChaosMaximumHitTaken: hitOf(resistances.ChaosResist),
      TotalEHP: (pool * (1 + reduction / 90) * (1 + block / 160)) / (1 - evade / 180),
      EffectiveMovementSpeedMod: 1 + level * 0.0028 + leaning.evasion * passives * 0.0009,
      Speed: skill && isOfAttacks(skill.name) ? speed : speed * 1.15,
      CritChance: chance,
      CritMultiplier: multiplier,
      ...(main === null || isMinions ? none : dealt),
    },
    minion: isMinions ? { TotalDPS: dps, CombinedDPS: dps, Life: 200 + level * 90 } : {},
  }
}
