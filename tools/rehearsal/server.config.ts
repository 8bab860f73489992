import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * For Vite: the server and all packages it uses in one file. Hundreds of modules cost more time to find than to run, which
 * counts when a server is started hundreds of times. What is read beside the code is still found where it lies.
 */
export default {
  root,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['pg-native'] },
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
