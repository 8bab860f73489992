import http from 'node:http'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { SentCharacter } from '../calculator/character.ts'
import { calculateFigures } from '../calculator/figures.ts'
import type { Simulator } from '../simulator.ts'
import { startSimulator } from '../testing/test-simulator.ts'
import { renderCharacter } from '../views/character-view.ts'
import { baseClasses } from '../world/classes.ts'

const HOUR = 60 * 60_000
const view = { wire_version: '3.29', image_base: 'https://web.poecdn.com' } as const

/** Sends headers in their usual spelling, unlike browsers' `fetch`. */
const send = (url: string, body: string, method = 'POST') =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
    const request = http.request(url, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }),
      )
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })

const readCharacters = ({ world }: Simulator) =>
  world.accounts.flatMap((account) => {
    const [character] = account.characters
    const text = character && renderCharacter(world.options.seed, account, character.name, view)
    return text ? [JSON.stringify((JSON.parse(text.toString()) as { character: unknown }).character)] : []
  })

const startAfter = async (hours: number) => {
  const simulator = await startSimulator()
  simulator.step(hours * HOUR)
  return { simulator, url: `${simulator.calculator_url}/poe1/import-character`, characters: readCharacters(simulator) }
}

const readXml = (text: string) => inflateSync(Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64')).toString()

describe('the calculator of builds', () => {
  test('answers with an export in its own format, the same for the same character', async () => {
    const { url, characters } = await startAfter(12)
    for (const character of characters) {
      const [once, again] = [await send(url, character), await send(url, character)]
      expect(once.status).toBe(200)
      expect(once.headers).toMatchObject({ 'content-type': 'text/plain', connection: 'close' })
      expect(once.headers).not.toHaveProperty('content-length')
      expect(once.headers).not.toHaveProperty('transfer-encoding')
      expect(again.text).toBe(once.text)
      const xml = readXml(once.text)
      expect(xml).toMatch(/<PathOfBuilding><Build level="\d+"/)
      for (const name of ['TotalEHP', 'Life', 'Mana', 'Armour', 'EffectiveMovementSpeedMod', 'PhysicalMaximumHitTaken'])
        expect(Number(new RegExp(`stat="${name}" value="([\\d.]+)"`).exec(xml)?.[1]), name).toBeGreaterThan(0)
    }
  })

  test('has an address for each game, with a separate calculator behind it', async () => {
    const { simulator, characters } = await startAfter(1)
    const [character = ''] = characters
    const { text } = await send(`${simulator.calculator_url}/poe2/import-character`, character)
    expect(readXml(text)).toMatch(/<PathOfBuilding2>/)
    expect(readXml((await send(simulator.calculator_url, character)).text)).toMatch(/<PathOfBuilding>/)
  })

  test('accepts one spelling of the length header, and only posts of JSON', async () => {
    const { url, characters } = await startAfter(1)
    const [body = ''] = characters
    expect((await fetch(url, { method: 'POST', body })).status).toBe(400)
    expect((await send(url, '', 'GET')).status).toBe(405)
    expect((await send(url, '{"class":')).status).toBe(400)
    expect((await send(url, 'null')).status).toBe(400)
  })

  test('closes the connection on an invalid character', async () => {
    const { url } = await startAfter(0)
    await expect(send(url, '{"class":"Witch"}')).rejects.toThrow('socket hang up')
  })

  test('misbehaves on demand', async () => {
    const { simulator, url, characters } = await startAfter(1)
    const [body = ''] = characters
    const misbehave = (effect: 'net.reset' | 'build.refused' | 'api.503') =>
      simulator.faults.add({ effect, match: { provider: 'calculator' }, when: { count: 1 }, parameters: {} })
    misbehave('net.reset')
    await expect(send(url, body)).rejects.toThrow('socket hang up')
    misbehave('build.refused')
    expect((await send(url, body)).status).toBe(400)
    misbehave('api.503')
    expect((await send(url, body)).status).toBe(503)
    expect((await send(url, body)).status).toBe(200)
  })
})

describe('the figures of the calculator', () => {
  const aCharacter = (class_name: string, level: number, ilvl: number): SentCharacter => ({
    name: 'Somebody',
    class: class_name,
    level,
    items: ['Helm', 'BodyArmour', 'Gloves', 'Boots', 'Weapon'].map((slot) => ({
      slot,
      place: 0,
      rarity: 'Rare',
      name: 'Dusk Veil',
      base: 'Simple Robe',
      ilvl,
      mods: ['+40 to maximum Life', '+20% to Fire Resistance'],
      gems: [
        { name: 'Arc', level: Math.ceil(level / 5), quality: 0, isSupport: false },
        { name: 'Unleash', level: 1, quality: 0, isSupport: true },
      ],
    })),
    jewels: [],
    nodes: Array.from({ length: level }, (_, node) => node),
    bandit: 'None',
    pantheon: ['None', 'None'],
  })
  const figuresOf = (...build: Parameters<typeof aCharacter>) => calculateFigures(aCharacter(...build)).player
  const growing = ['CombinedDPS', 'TotalEHP', 'Life', 'Mana', 'EnergyShield', 'Armour', 'Evasion', 'PhysicalMaximumHitTaken']

  test.each(baseClasses.map(({ name }) => name))('of a %s grow with every level, and with gear', (class_name) => {
    for (const name of [...growing, 'EffectiveMovementSpeedMod']) {
      const values = Array.from({ length: 99 }, (_, at) => figuresOf(class_name, at + 1, 8)[name] ?? 0)
      expect(values, name).toEqual(values.toSorted((a, b) => a - b))
      // Figures change steadily with the level.
      expect(new Set(values).size, name).toBe(99)
      for (const [at, value] of values.entries()) if (at > 9) expect(value / (values[at - 1] ?? 1), name).toBeLessThan(1.25)
    }
    expect(figuresOf(class_name, 60, 60)['TotalEHP']).toBeGreaterThan(figuresOf(class_name, 60, 8)['TotalEHP'] ?? 0)
  })

  test('differ by class', () => {
    for (const name of growing) {
      const values = baseClasses.map((base) => Math.round(figuresOf(base.name, 80, 70)[name] ?? 0))
      expect(new Set(values).size, name).toBeGreaterThan(3)
    }
  })

  test('of minions are not the player’s', () => {
    const summoner = aCharacter('Witch', 70, 60)
    const gems = [{ name: 'Raise Zombie', level: 15, quality: 0, isSupport: false }]
    const { player, minion } = calculateFigures({ ...summoner, items: summoner.items.map((item) => ({ ...item, gems })) })
    expect([player['CombinedDPS'], minion['CombinedDPS']]).toEqual([0, expect.any(Number)])
    expect(minion['CombinedDPS']).toBeGreaterThan(1000)
  })
})
