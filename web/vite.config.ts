import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const server = process.env['MUSTER_SERVER'] ?? 'http://127.0.0.1:3000'

/** Modules without a library of their own behind them. */
const parts =
  /[\\/](web[\\/]src[\\/](lib|api|ui[\\/](badge|block|changed-number|countdown|progress|sparkline|states|table|team-mark))|domain)[\\/.]/

/**
 * React makes errors while it begins, only to have something to throw later. Where errors remember their calls, a browser reads all
 * of React a second time for that: longer than everything else React does then. They are made without that memory.
 */
function makeSignalsWithoutStack(): Plugin {
  return {
    name: 'make-signals-without-stack',
    apply: 'build',
    transform: {
      filter: { id: /react-dom-client\.production\.js$/ },
      handler(code) {
        const made = code.replaceAll(
          /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g,
          '$1 = Object.assign(Object.create(Error.prototype), { message: $2 })',
        )
        if (made === code)
          this.error('React makes its signals in another way now: see what it costs to begin, and mend or remove this')
        return { code: made, map: null }
      },
    },
  }
}

/** A route's file as the address it answers: `scores.$tab` -> `^/scores/[^/]+$`. */
function writePattern(route: string): string {
  const segments = route.split('.').filter((segment) => segment !== 'index')
  return `^/${segments.map((segment) => (segment.startsWith('$') ? '[^/]+' : segment)).join('/')}$`
}

/**
 * Writes into the page which scripts each address needs beside those that all need, so that `public/early.js` can ask for them
 * at once; otherwise a browser learns of them only when the application has begun. Addresses with variable parts come last.
 */
function listParts(): Plugin {
  return {
    name: 'list-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
        const collect = (chunk: Rolldown.OutputChunk | undefined, into: Set<string>): Set<string> => {
          if (!chunk || into.has(chunk.fileName)) return into
          into.add(chunk.fileName)
          for (const file of chunk.imports) collect(byFile.get(file), into)
          return into
        }
        const everywhere = collect(
          chunks.find((chunk) => chunk.isEntry),
          new Set(),
        )
        const routes = new Map(
          chunks.flatMap((chunk) => {
            const [, route] = /src\/routes\/(.+)\.tsx\?tsr-split=component/.exec(chunk.facadeModuleId ?? '') ?? []
            return route === undefined ? [] : [[route, chunk] as const]
          }),
        )
        // A route with an index shows nothing by itself.
        const pages = [...routes.keys()].filter((route) => !routes.has(`${route}.index`))
        const parts = pages.sort((a, b) => (a.includes('$') === b.includes('$') ? 0 : a.includes('$') ? 1 : -1))
        const list = parts.map((route) => {
          const needed = new Set<string>()
          // A route lies within those whose names begin its own.
          for (const [outer, chunk] of routes) if (route === outer || route.startsWith(`${outer}.`)) collect(chunk, needed)
          return [writePattern(route), [...needed.difference(everywhere)].map((file) => `/${file}`)]
        })
        return html.replace('<!-- parts -->', `<script type="application/json" id="parts">${JSON.stringify(list)}</script>`)
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
    makeSignalsWithoutStack(),
    listParts(),
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
    target: 'es2023',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs is one file: a browser asks for six at a time, and each costs a journey there and back.
            { name: 'main', tags: ['$initial'] },
            // So are the small parts that most pages share.
            { name: 'shared', test: parts, minShareCount: 3, maxModuleSize: 4000, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
}))
