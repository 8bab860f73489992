import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readVariables } from '@muster/server/config'
import { expect, test } from 'vitest'
import { root } from '../places.ts'
import { isIgnored, readDockerfile } from './dockerfile.ts'

// Checks of the container files that otherwise only a container program would do.

/** The YAML parser of `domain`. */
const { parse } = createRequire(join(root, 'domain', 'package.json'))('yaml') as {
  parse: (text: string, options: object) => unknown
}

interface Service {
  readonly environment: Record<string, string>
  readonly read_only?: boolean
  readonly cap_drop: string[]
  readonly security_opt: string[]
  readonly restart: string
  readonly networks: Record<string, { aliases?: string[]; ipv4_address?: string } | null> | string[]
  readonly volumes: string[]
  readonly depends_on?: unknown
}
interface Compose {
  readonly services: Record<string, Service>
  readonly networks: Record<string, unknown>
  readonly volumes: Record<string, unknown>
}
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const { services } = compose

test('each service of compose.yaml has only the rights it needs, and restarts', () => {
  expect(Object.keys(services)).toEqual(['muster', 'second', 'postgres', 'caddy'])
  for (const service of Object.values(services)) {
    expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], restart: 'unless-stopped' })
  }
  for (const name of ['muster', 'second', 'caddy']) expect(services[name]?.read_only).toBe(true)
})

test('names in services exist: networks, volumes, files, the address of the proxy, the requested name', () => {
  for (const { networks, volumes } of Object.values(services)) {
    const names = Array.isArray(networks) ? networks : Object.keys(networks)
    expect(names.filter((name) => !(name in compose.networks))).toEqual([])
    const sources = volumes.map((volume) => volume.split(':')[0] ?? '')
    expect(sources.filter((name) => !name.startsWith('./') && !(name in compose.volumes))).toEqual([])
    for (const path of sources.filter((name) => name.startsWith('./'))) expect(read(path)).not.toBe('')
  }
  const front = (name: string) => (services[name]?.networks as Exclude<Service['networks'], string[]> | undefined)?.['front']
  expect(services['muster']?.environment['TRUST_PROXY']).toBe(front('caddy')?.ipv4_address)
  for (const [, name] of read('docs/operations.md').matchAll(/^MUSTER_UPSTREAMS=(.*)$/gm))
    for (const upstream of name?.replaceAll('"', '').split(' ') ?? [])
      expect(Object.keys(services)).toContain(upstream.split(':')[0])
  expect(read('deploy/Caddyfile')).toContain('{$MUSTER_UPSTREAMS:muster:3000}')
  expect(services['caddy']?.environment['MUSTER_UPSTREAMS']).toBe('${MUSTER_UPSTREAMS:-muster:3000}')
})

test('the environment of both processes starts the server without any provider, and they have all roles', () => {
  for (const name of ['muster', 'second']) {
    const { DATABASE_URL = '', ...environment } = services[name]?.environment ?? {}
    const address = DATABASE_URL.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, 'letters-and-digits')
    const said = readVariables({ DATABASE_URL: address, ...environment })
    expect(said.ok ? said.values.ROLES : said.problems).toEqual(['http', 'jobs', 'scoring'])
  }
})

test('a build sees no secret, no data and no generated files', () => {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const hidden = [
    '.env',
    '.data/secrets.json',
    '.git/config',
    'node_modules/a/b.js',
    'web/dist/index.html',
    'server/src/a.test.ts',
  ]
  expect(hidden.filter((path) => !isIgnored(path, patterns))).toEqual([])
  expect(['server/src/main.ts', '.npmrc', 'web/src/main.tsx'].filter((path) => isIgnored(path, patterns))).toEqual([])
})

test('the default image is the stage without LuaJIT, never as root, and an unknown line is an error', () => {
  const stages = readDockerfile(read('Dockerfile'))
  expect(stages.at(-1)).toEqual({ name: '', base: 'runtime', lines: [] })
  for (const name of ['runtime', 'luajit']) {
    const users = stages.find((stage) => stage.name === name)?.lines.filter(({ word }) => word === 'USER')
    expect(users?.at(-1)?.rest).toBe('1000:1000')
  }
  expect(() => readDockerfile('FROM node\nnonsense')).toThrow('Unknown line')
})
