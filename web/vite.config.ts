import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import type { Endpoint } from '@muster/contract/endpoint'
import type * as Table from '@muster/contract/endpoints'
import type * as FirstCalls from './src/first-calls.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const target = 'es2023'
const server = process.env['MUSTER_SERVER'] ?? 'http://127.0.0.1:3000'

/** Modules without a library of their own behind them, and not those of pages that only teams open. */
const parts =
  /[\\/](web[\\/]src[\\/](lib(?![\\/]text[\\/]markup)|api(?![\\/](calls[\\/](write|stale-reads)|items|teams))|ui[\\/](marks[\\/](badge|changed-number|countdown|progress|sparkline|team-mark)|layout[\\/](block|states|table)|forms[\\/](toggles|search-input)))|domain(?![\\/]src[\\/](items|scoring[\\/]goals)))[\\/.]/

const strips = /[\\/]web[\\/]src[\\/](features[\\/]scoreboard[\\/](scoreline|score-tabs)|api[\\/]live[\\/]openings)\./

/** The routes whose code a page needs, as their files are called: `/scores/$tab` -> `scores.$tab`. */
const nameFile = (route: string) => route.replace(/^\//, '').replace(/\/$/, '/index').replaceAll('/', '.') || 'index'

/** Which scripts each route needs beside those that all pages need, by the name of the route's file. */
function listScripts(bundle: Rolldown.OutputBundle): Map<string, Set<string>> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const collect = (file: string, into: Set<string>): Set<string> => {
    if (into.has(file)) return into
    into.add(file)
    for (const next of byFile.get(file)?.imports ?? []) collect(next, into)
    return into
  }
  const everywhere = collect(chunks.find((chunk) => chunk.isEntry)?.fileName ?? '', new Set())
  return new Map(
    chunks.flatMap((chunk) => {
      const [, route] = /src\/routes\/(.+)\.tsx\?tsr-split=component/.exec(chunk.facadeModuleId ?? '') ?? []
      return route === undefined ? [] : [[route, collect(chunk.fileName, new Set()).difference(everywhere)] as const]
    }),
  )
}

/** For code that runs in Node: loaders need no styles. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (name) => (name.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
}

/** `src/early.ts` as one script, with what each page asks for first and the scripts it needs. */
async function buildEarlyScript(scripts: ReadonlyMap<string, ReadonlySet<string>>): Promise<string> {
  const { module } = await runnerImport<typeof FirstCalls>(`${here}src/first-calls.ts`, {
    configFile: false,
    root: here,
    plugins: [withoutStyles],
  })
  const pages = (await module.listFirstCalls()).map(({ routes, pattern, calls, personal }) => {
    const files = new Set(routes.flatMap((route) => [...(scripts.get(nameFile(route)) ?? [])]))
    return { pattern, calls, personal, files: [...files].map((file) => `/${file}`) }
  })
  const built = await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    publicDir: false,
    define: { earlyPages: JSON.stringify(pages) },
    build: {
      target,
      write: false,
      lib: { entry: 'src/early.ts', formats: ['iife'], name: 'early' },
      // It takes a function or two of modules that also know React.
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
    },
  })
  const [{ output }] = built as Rolldown.RolldownOutput[]
  return output[0].code
}

/**
 * The endpoint table as the pages need it: addresses, and who may call. Bodies and answers are described by types alone, which cost
 * nothing; the schemas would be a tenth of the first page.
 */
function endpointsWithoutSchemas(): Plugin {
  const table = fileURLToPath(new URL('../contract/src/endpoints.ts', import.meta.url))
  return {
    name: 'endpoints-without-schemas',
    apply: 'build',
    load: {
      filter: { id: /[\\/]contract[\\/]src[\\/]endpoints\.ts$/ },
      async handler() {
        const { module } = await runnerImport<typeof Table>(table, { configFile: false, root: here })
        const slim = Object.entries<Endpoint>(module.endpoints).map(
          ([name, { method, path, access, required_query, body, body_name }]) => [
            name,
            { method, path, access, required_query, body: body && {}, body_name },
          ],
        )
        return `export const endpoints = ${JSON.stringify(Object.fromEntries(slim))}`
      },
    },
  }
}

/** Puts the early script into the page. */
function earlyScript(): Plugin {
  const mark = '<!-- early -->'
  const name = (file: string) => `<script src="/${file}"></script>`
  return {
    name: 'early-script',
    // While developing, scripts are not bundled and none is asked for early.
    configureServer(server) {
      let script: Promise<string> | undefined
      server.watcher.on('change', () => {
        script = undefined
      })
      server.middlewares.use('/early.js', (_, answer) => {
        script ??= buildEarlyScript(new Map())
        script.then(
          (code) => answer.setHeader('content-type', 'text/javascript').end(code),
          (problem: Error) => answer.writeHead(500).end(problem.message),
        )
      })
    },
    transformIndexHtml: (html, { server: isServed }) => (isServed ? html.replace(mark, name('early.js')) : html),
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') this.error('There is no page to put the early script into')
        const file = this.emitFile({ type: 'asset', name: 'early.js', source: await buildEarlyScript(listScripts(bundle)) })
        page.source = String(page.source).replace(mark, name(this.getFileName(file)))
      },
    },
  }
}

export default defineConfig(({ command }) => ({
  // See the file: built pages carry no schemas. Tests and development use the real library.
  resolve: { alias: command === 'build' ? { zod: fileURLToPath(new URL('./src/lib/no-schemas.ts', import.meta.url)) } : {} },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.tsx?$',
      quoteStyle: 'single',
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
    endpointsWithoutSchemas(),
    earlyScript(),
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, ws: true, changeOrigin: false } },
  },
  preview: { host: '127.0.0.1', port: 4173, proxy: { '/api': { target: server, ws: true } } },
  // Assets are never inlined: the content security policy allows scripts and fonts from our own origin only.
  // One style sheet: its layers keep their order, and a page never shows before its styles.
  build: {
    target,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 600,
    // Whose libraries are in the scripts, and under which licence: most ask for it to be passed on.
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // What is left of schemas without their library.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            // What every page needs is one file: a browser asks for six at a time, and each costs a round trip.
            { name: 'main', tags: ['$initial'] },
            // So is what stands above the pages of scores and above the team room.
            { name: 'strips', test: strips, includeDependenciesRecursively: false },
            // And so are the small parts that most pages share.
            { name: 'shared', test: parts, minShareCount: 3, maxModuleSize: 4000, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
}))
