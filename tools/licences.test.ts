import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { members, root } from './places.ts'

// Muster is licensed under the AGPL, version 3. Packages that run with it must allow that; packages that only build and test it
// are not distributed, and must allow their use. The MPL 2.0 names the AGPL among the licences of larger works (section 1.12).

const shipped = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'PSF-2.0',
  'Unlicense',
]
const used = [...shipped, 'CC0-1.0', 'CC-BY-4.0']

interface Locked {
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }

/** All parts joined with AND, one of the parts joined with OR. */
const isAllowed = (licence: string, allowed: readonly string[]): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => allowed.includes(one)))

const listRefused = (packages: Readonly<Record<string, Locked>>): string[] =>
  Object.entries(packages).flatMap(([path, { license = 'none named', dev, link }]) =>
    !path.includes('node_modules/') || link || isAllowed(license, dev ? used : shipped) ? [] : [`${path}: ${license}`],
  )

test('every installed package has a compatible licence', () => {
  expect(listRefused(lock.packages)).toEqual([])
})

test('another licence is found, as is a package without one', () => {
  const packages = {
    'node_modules/a': { license: 'CC-BY-4.0' },
    'node_modules/b': { license: 'CC-BY-4.0', dev: true },
    'node_modules/c': {},
    'node_modules/d': { license: '(MIT OR Proprietary)' },
    'node_modules/e': { license: 'MIT AND Proprietary' },
    server: {},
  }
  expect(listRefused(packages)).toEqual([
    'node_modules/a: CC-BY-4.0',
    'node_modules/c: none named',
    'node_modules/e: MIT AND Proprietary',
  ])
})

test('Muster states the same licence everywhere', () => {
  const named = ['.', ...members].map((folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Locked)
  expect(new Set(named.map(({ license }) => license))).toEqual(new Set(['AGPL-3.0-only']))
  expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toMatch(/^GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3, 19 November 2007\n/)
})
