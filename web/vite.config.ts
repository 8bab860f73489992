import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import type { Endpoint } from '@muster/contract/endpoint'
import type * as Table from '@muster/contract/endpoints'

const here = fileURLToPath(new URL('.', import.meta.url))
const target = 'es2023'
const server = process.env['MUSTER_SERVER'] ?? 'http://127.0.0.1:3000'

/** Modules without a library of their own behind them, and not those of pages that only teams open. */
const parts =
  /[\\/](web[\\/]src[\\/](lib(?![\\/]text[\\/]markup)|api(?![\\/](calls[\\/](write|stale-reads)|items|teams))|ui[\\/](marks[\\/](badge|changed-number|countdown|progress|sparkline|team-mark)|layout[\\/](block|states|table)|forms[\\/](toggles|search-input)))|domain(?![\\/]src[\\/](items|scoring[\\/]goals)))[\\/.]/

const strips = /[\\/]web[\\/]src[\\/](features[\\/]scoreboard[\\/](scoreline|score-tabs)|api[\\/]live[\\/]openings)\./

/** `src/opening/theme-script.ts` as one script. */
async function buildThemeScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    publicDir: false,
    build: {
      target,
      write: false,
      lib: { entry: 'src/opening/theme-script.ts', formats: ['iife'], name: 'theme' },
      // Its modules also export hooks, which need React.
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

/** Puts the theme script into the page, before everything that is painted. */
function themeScript(): Plugin {
  const mark = '<!-- theme -->'
  const name = (file: string) => `<script src="/${file}"></script>`
  return {
    name: 'theme-script',
    configureServer(server) {
      let script: Promise<string> | undefined
      server.watcher.on('change', () => {
        script = undefined
      })
      server.middlewares.use('/theme.js', (_, answer) => {
        script ??= buildThemeScript()
        script.then(
          (code) => answer.setHeader('content-type', 'text/javascript').end(code),
          (problem: Error) => answer.writeHead(500).end(problem.message),
        )
      })
    },
    transformIndexHtml: (html, { server: isServed }) => (isServed ? html.replace(mark, name('theme.js')) : html),
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') this.error('There is no page to put the theme script into')
        const file = this.emitFile({ type: 'asset', name: 'theme.js', source: await buildThemeScript() })
        page.source = String(page.source).replace(mark, name(this.getFileName(file)))
      },
    },
  }
}

export default defineConfig(({ command }) => ({
  // See the file: built pages carry no schemas. Tests and development use the real library.
  resolve: { alias: command === 'build' ? { zod: fileURLToPath(new URL('./src/opening/no-schemas.ts', import.meta.url)) } : {} },
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
    themeScript(),
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, ws: true, changeOrigin: false } },
  },
  preview: { host: '127.0.0.1', port: 4173, proxy: { '/api': { target: server, ws: true } } },
  // Assets are never inlined: the content security policy allows scripts and fonts from our own origin only.
  build: {
    target,
    assetsInlineLimit: 0,
    // Every page has the first style sheet already.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !/style-[^/]+\.css$/.test(file)),
    },
    chunkSizeWarningLimit: 600,
    // Whose libraries are in the scripts, and under which licence: most ask for it to be passed on.
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // What is left of schemas without their library.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            // Two style sheets: each page of the admin area loads its own with its script, all other pages share the first.
            { name: 'admin', test: /web[\\/]src[\\/]features[\\/]admin[\\/].*\.css$/, priority: 2 },
            { name: 'style', test: /web[\\/]src[\\/].*\.css$/, priority: 1 },
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
