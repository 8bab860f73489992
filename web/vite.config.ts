import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import type { Endpoint } from '@muster/contract/endpoint'
import type * as Table from '@muster/contract/endpoints'

const here = fileURLToPath(new URL('.', import.meta.url))
const target = 'es2023'
const server = process.env['MUSTER_SERVER'] ?? 'http://127.0.0.1:3000'

/** Modules without a large library, except those used only on pages of teams and in forms. */
const parts =
  /[\\/](web[\\/]src[\\/](lib(?![\\/](use-settled|text[\\/]markup|browser[\\/]picture-files|time[\\/](zoned-time|event-zone)))|api(?![\\/](calls[\\/](write|stale-reads)|people[\\/](login|may|own-player|proof-pictures|game-account|passkey|keep-login)|scores[\\/](without-game|personal-rules)|drafts|items|teams))|ui[\\/](marks[\\/](badge|changed-number|countdown|progress|sparkline|team-mark)|layout[\\/](block|states|table)|forms[\\/](toggles|search-input)))|domain(?![\\/]src[\\/](items|conditions|submissions|game-log|characters|scoring[\\/](goals|attribution|methods[\\/]texts|aggregations(?![\\/]counts))|objective-sheet|definition-file|evidence|objectives[\\/](kind-aggregations|condition-fields|item-coverage|board|preset-parameters)|names[\\/]edit-distance)))[\\/.]/

/**
 * Calls without effect, by the name at their start: they make schemas, which built pages do not need. Each name here leaves out
 * schemas that the score pages would otherwise load (`e2e/budgets.spec.ts`).
 */
const schemaMakers = [
  'z',
  'anyId',
  'choiceOf',
  'numberParam',
  'nameOf',
  'nullableId',
  'nullableText',
  'optionalName',
  'optionalText',
  'personName',
  'requiredName',
  'requiredText',
  'wholeNumber',
  'zonedTime',
  'flag',
  'baseVersion',
  'DateTime',
  'Condition',
  'ConditionCreate',
  'ObjectiveConditionCreate',
  'Objective',
  'ObjectiveCreate',
  'ProofRule',
  'ReportRule',
  'ScoringPresetCreate',
  'Key',
  'TriedObjective',
  'TrackingNote',
  'ScoringPreset',
  'requiredCount',
  'countFrom',
  'schemaOf',
  'nullableNumber',
  'FinishRule',
  'PresetParameters',
  'ConditionId',
  'EventId',
  'ObjectiveId',
  'ScoringPresetId',
  'SubmissionId',
  'TeamId',
  'UserId',
]

/** Modules of the page for reports, the dialog of submissions and their list. */
const reportParts =
  /domain[\\/]src[\\/]submissions[\\/](claim|judging)\.|features[\\/]submissions[\\/](report-targets|when-field|value-field)\./
/** Modules of all pages that try items. */
const itemParts =
  /domain[\\/]src[\\/](conditions[\\/](compile|clauses|explain|operators)|items[\\/]fields|submissions[\\/]item-report)\.|api[\\/]items[\\/](condition-findings|unread-lines)\./

/** Words for conditions, also on pages that try no items. */
const phraseParts =
  /domain[\\/]src[\\/](conditions[\\/](phrases|value-list|alternatives)|game-log[\\/](log-fields|log-numbers|acts))\.|api[\\/]items[\\/]say-seen\.|messages[\\/]item-words\./
/** Small readers of items. */
const readerParts = /domain[\\/]src[\\/]items[\\/](normalise|frames|icon-path)\./

const strips = /[\\/]web[\\/]src[\\/](features[\\/]scoreboard[\\/](scoreline|score-tabs)|api[\\/]live[\\/]openings)\./

/** Bundles `src/opening/theme-script.ts` into one script. */
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
 * Reduces the endpoint table to the parts that pages need: addresses and access. Bodies and answers need only types, which are
 * free; the schemas would be a tenth of the first page.
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
        // Programs have calls that no page makes. A call is always written with its name.
        const sources = globSync([`${here}src/**/*.{ts,tsx}`, `${here}../domain/src/**/*.ts`])
        const words = new Set(sources.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []))
        // Calls grouped by everything they share, one text per group: a third smaller than one entry per call, and 0.5 kB less
        // once compressed.
        const groups: Record<string, string[]> = {}
        for (const [name, endpoint] of Object.entries<Endpoint>(module.endpoints).filter(([known]) => words.has(known))) {
          const { method, path, access, required_query, body, body_name } = endpoint
          const shared = JSON.stringify({ method, access, required_query, body: body && {}, body_name })
          groups[shared] = [...(groups[shared] ?? []), `${name} ${path}`]
        }
        const written = Object.entries(groups).map(([shared, calls]) => `[${shared},${JSON.stringify(calls.join())}]`)
        return `export const endpoints = Object.fromEntries([${written.join()}].flatMap(([shared, calls]) =>
          calls.split(',').map((call) => [call.split(' ')[0], { ...shared, path: call.split(' ')[1] }])))`
      },
    },
  }
}

/** Inserts the theme script into the page, before any painted content. */
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
        if (page?.type !== 'asset') this.error('The bundle has no index.html to insert the theme script into')
        const file = this.emitFile({ type: 'asset', name: 'theme.js', source: await buildThemeScript() })
        page.source = String(page.source).replace(mark, name(this.getFileName(file)))
      },
    },
  }
}

/**
 * Builds the overlays for streams, and the standings for other sites, as a program of their own below `/overlay/`: a build
 * together with the pages would put parts of it into the first script of every visitor.
 */
function overlayProgram(): Plugin {
  return {
    name: 'overlay-program',
    configureServer: (server) => {
      server.middlewares.use((request, _, next) => {
        if (/^\/(overlay\/|embed([?]|$))/.test(request.url ?? '')) request.url = '/overlay.html'
        next()
      })
    },
    async writeBundle({ dir = '' }) {
      await build({
        configFile: false,
        root: here,
        logLevel: 'error',
        publicDir: false,
        base: '/overlay/',
        build: {
          target,
          outDir: `${dir}/overlay`,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: fileURLToPath(new URL('./overlay.html', import.meta.url)) },
        },
      })
    },
  }
}

export default defineConfig(({ command }) => ({
  // Built pages contain no schemas (see that file). Tests and development use the real library.
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
    overlayProgram(),
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
    // Every page already links the first style sheet.
    modulePreload: {
      polyfill: false,
      // Pages of the admin area find their scripts one after the other: the first file, which every visitor loads, would list
      // them all.
      resolveDependencies: (page, files) =>
        files.filter((file) => !(/[/]admin[.-]/.test(page) ? /\.js$|style-[^/]+\.css$/ : /style-[^/]+\.css$/).test(file)),
    },
    chunkSizeWarningLimit: 600,
    // Lists the bundled libraries with their licences, because most licences require it.
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // Drops the remains of schemas whose library is stubbed out.
      treeshake: { manualPureFunctions: schemaMakers },
      output: {
        codeSplitting: {
          groups: [
            // Four style sheets: pages of the admin area, pages that read items, and boards load their own with their scripts,
            // all other pages share one.
            { name: 'admin', test: /web[\\/]src[\\/]features[\\/]admin[\\/].*\.css$/, priority: 2 },
            {
              name: 'items',
              test: /web[\\/]src[\\/](features[\\/]submissions[\\/]report|api[\\/]items)[\\/](report|findings)\.css$/,
              priority: 2,
            },
            { name: 'board', test: /web[\\/]src[\\/]features[\\/]category[\\/]board[\\/].*\.css$/, priority: 2 },
            { name: 'style', test: /web[\\/]src[\\/].*\.css$/, priority: 1 },
            // Code needed by every page is one file: a browser loads six at a time, and each costs a round trip.
            { name: 'main', tags: ['$initial'] },
            // Likewise the strips above the score pages and the team room.
            { name: 'strips', test: strips, includeDependenciesRecursively: false },
            // Likewise the forms of reports, and the readers of items: the first file lists the name of every other file.
            { name: 'reports', test: reportParts, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'phrases', test: phraseParts, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'readers', test: readerParts, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'conditions', test: itemParts, minShareCount: 2, includeDependenciesRecursively: false },
            // Likewise the small modules that most pages share.
            { name: 'shared', test: parts, minShareCount: 3, maxModuleSize: 4000, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
}))
