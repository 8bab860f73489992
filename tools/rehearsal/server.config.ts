import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Vite configuration: bundles the server and all its packages into one file. Finding hundreds of modules takes longer than
 * running them, which matters when a server is started hundreds of times. Data files are still found at their paths.
 */
export default {
  root,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['pg-native', '@resvg/resvg-js'] },
  build: {
    ssr: 'tools/rehearsal/server.ts',
    target: 'node24',
    minify: false,
    emptyOutDir: false,
    rolldownOptions: { output: { entryFileNames: 'server.mjs', format: 'esm', codeSplitting: false } },
  },
  plugins: [
    {
      name: 'addresses-of-modules',
      enforce: 'pre',
      transform(code: string, id: string) {
        if (!code.includes('import.meta.url')) return null
        return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      },
    },
  ],
}
