import { posix } from 'node:path'
import type { Source } from './sources.ts'

// The import rules: arrows point to contract; rules do no I/O; features do not know each other; jobs, scorekeeper and sockets
// meet only in PostgreSQL. imports.test.ts checks every import.

/** A member's package.json; `.` is the root, which owns tools, bench, e2e and the configuration files. */
export type Manifests = Record<string, { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }>

const mayImport: Record<string, readonly string[]> = {
  contract: [],
  domain: ['contract'],
  simulator: ['contract'],
  server: ['contract', 'domain'],
  web: ['contract', 'domain'],
  '.': ['contract', 'domain', 'simulator', 'server', 'web'],
}

/** Members whose code runs without Node: as pure rules, or in a browser. */
const withoutNode = new Set(['contract', 'domain', 'web'])

/** Packages that the rules may use; any other would bring a clock, a network or a surprise. */
const purePackages: Record<string, readonly string[]> = { contract: ['zod'], domain: ['re2js', 'unhomoglyph', 'yaml'] }

interface Ban {
  from: RegExp
  to: RegExp
  why: string
  /** True: types are allowed. */
  types?: boolean
}

const meeting = 'jobs, scoring, sockets and pages meet only in PostgreSQL'
const bans: readonly Ban[] = [
  { from: /^server\/src\/http\//, to: /^server\/src\/(jobs|scoring|live)\//, why: meeting },
  { from: /^server\/src\/jobs\//, to: /^server\/src\/(http|scoring|live)\//, why: meeting },
  { from: /^server\/src\/scoring\//, to: /^server\/src\/(http|jobs|live)\//, why: meeting },
  { from: /^server\/src\/live\//, to: /^server\/src\/(http|jobs|scoring)\//, why: meeting },
  {
    from: /^server\/src\/(db|gateways|ingestion)\//,
    to: /^server\/src\/(features|http|jobs|scoring|live)\//,
    why: 'the store, the gateways and ingestion know nothing above them',
  },
  { from: /^server\/src\/definition\//, to: /^server\/src\/(http|jobs|scoring|live)\//, why: 'edits are used by calls only' },
  { from: /^server\/src\/archive\//, to: /^server\/src\/(http|jobs|scoring|live)\//, why: 'archives contain what pages show' },
  { from: /^server\/src\/gateways\//, to: /^server\/src\/db\//, why: 'a gateway knows only its provider' },
  { from: /^server\/src\/db\//, to: /^server\/src\/(gateways|ingestion)\//, why: 'the store knows only the database' },
  { from: /^server\/src\/features\//, to: /^server\/src\/(http|jobs|scoring|live)\//, why: 'features are used by calls only' },
  { from: /^server\/src\/features\//, to: /^server\/src\/gateways\//, why: 'gateways come with the context', types: true },
  {
    from: /^server\/src\/(?!main\.ts|serve\.ts)/,
    to: /^server\/src\/(main|serve|start-server)\.ts$/,
    why: 'main.ts is the end of every arrow',
  },
  {
    from: /^server\/src\/(?!start-server\.ts|serve\.ts|telemetry\/)/,
    to: /^server\/src\/telemetry\/(?!points\.ts)/,
    why: 'the server emits points (points.ts) and never knows its subscribers',
  },
  { from: /^server\/src\/(?!testing\/)/, to: /^server\/src\/testing\//, why: 'test helpers stay out of the product' },
  {
    from: /^client\//,
    to: /^(domain|simulator|server|web|tools|e2e|bench)\//,
    why: 'the client is built from the contract alone',
  },
  { from: /^web\/src\/ui\//, to: /^web\/src\/(?!ui\/|lib\/)/, why: 'ui knows nothing of the product' },
  { from: /^web\/src\/ui\//, to: /^(contract|domain)\//, why: 'ui knows nothing of the product' },
  { from: /^web\/src\/lib\//, to: /^web\/src\/(routes|features|api|ui)\//, why: 'lib knows nothing above it' },
  { from: /^web\/src\/api\//, to: /^web\/src\/(routes|features)\//, why: 'api knows nothing above it' },
  { from: /^web\/src\/features\//, to: /^web\/src\/routes\//, why: 'routes compose features' },
]

const isTest = (path: string) => /\.test\.tsx?$|^server\/src\/testing\/|\/(test-[a-z-]+|template-database)\.tsx?$/.test(path)
const isConfig = (path: string) => path.endsWith('.config.ts')

export interface Import {
  specifier: string
  type: boolean
}

/** The imports of a file in all forms: import, export from, import() and import for its effect. */
export function listImports(text: string): Import[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
  const found: Import[] = []
  const statement = /^\s*(?:import|export)\s+(type\s)?[^'"`;=()]*?\bfrom\s*['"]([^'"]+)['"]/gm
  for (const [, type, specifier] of code.matchAll(statement)) found.push({ specifier: specifier ?? '', type: type !== undefined })
  for (const [, specifier] of code.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm))
    found.push({ specifier: specifier ?? '', type: false })
  for (const [, specifier] of code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g))
    found.push({ specifier: specifier ?? '', type: false })
  return found.map(({ specifier, type }) => ({ specifier: specifier.replace(/\?.*$/, ''), type }))
}

const memberOf = (path: string) => {
  const first = path.split('/')[0] ?? ''
  return first !== '.' && Object.hasOwn(mayImport, first) ? first : '.'
}

/** `@scope/name/path` and `name/path` to the package's name. */
const packageName = (specifier: string) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[0] ?? specifier

function packagesFor(path: string, manifests: Manifests): Set<string> {
  const own = manifests[memberOf(path)]
  const names = Object.keys(own?.dependencies ?? {})
  if (!isTest(path) && !isConfig(path) && memberOf(path) !== '.') return new Set(names)
  // Tests and configuration also use the tools: the member's, and the root's.
  return new Set([...names, ...Object.keys(own?.devDependencies ?? {}), ...Object.keys(manifests['.']?.devDependencies ?? {})])
}

function judge(path: string, { specifier, type }: Import, manifests: Manifests): string | undefined {
  const member = memberOf(path)
  if (specifier.startsWith('node:')) {
    // Tests of the domain may read files. Tests of the contract need no files.
    const isBarred = withoutNode.has(member) && (member === 'contract' || !isTest(path)) && !isConfig(path)
    return isBarred ? `${member} runs without Node` : undefined
  }
  let target: string
  if (specifier.startsWith('.')) {
    target = posix.join(posix.dirname(path), specifier)
    if (target.startsWith('..') || memberOf(target) !== member) return 'a relative path must not leave its member'
  } else if (specifier.startsWith('@muster/')) {
    const [, to = '', ...rest] = specifier.split('/')
    const isDeclared = member === '.' || packagesFor(path, manifests).has(`@muster/${to}`)
    const isAllowed = mayImport[member]?.includes(to) === true || (isTest(path) && member === 'server' && to === 'simulator')
    if (!isAllowed) return `${member} must not know ${to}`
    if (!isDeclared) return `@muster/${to} is not in ${member}/package.json`
    target = `${to}/src/${rest.join('/')}.ts`
  } else {
    const name = packageName(specifier)
    if (!packagesFor(path, manifests).has(name)) return `${name} is not in ${member}/package.json`
    const pure = purePackages[member]
    return pure && !isTest(path) && !pure.includes(name) ? `${member} may use ${pure.join(', ')} only` : undefined
  }
  if (isTest(path)) return undefined
  const ban = bans.find(({ from, to, types }) => from.test(path) && to.test(target) && !(types === true && type))
  return ban?.why ?? judgeFeatures(path, target)
}

/** A feature may read another's store on the server; in the browser features do not know each other at all. */
function judgeFeatures(path: string, target: string): string | undefined {
  const isOfFeature = target.startsWith('server/src/features/')
  if (path.startsWith('server/src/definition/') && isOfFeature && !target.endsWith('/store.ts')) {
    return 'edits know no more of features than their stores'
  }
  const [from, to] = [path, target].map((one) => /^((?:server|web)\/src\/features\/[^/]+)\//.exec(one)?.[1])
  if (from === undefined || to === undefined || from === to) return undefined
  return to.startsWith('server') && target.endsWith('/store.ts') ? undefined : 'features do not know each other'
}

/** Every forbidden import, as one line with the reason. */
export function listBreaches(sources: readonly Source[], manifests: Manifests): string[] {
  return sources.flatMap(({ path, text }) =>
    listImports(text).flatMap((one) => {
      const why = judge(path, one, manifests)
      return why === undefined ? [] : [`${path} imports '${one.specifier}': ${why}`]
    }),
  )
}
