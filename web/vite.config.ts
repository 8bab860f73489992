import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['MUSTER_SERVER'] ?? 'http://127.0.0.1:3000'

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
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, ws: true, changeOrigin: false } },
  },
  preview: { host: '127.0.0.1', port: 4173, proxy: { '/api': { target: server, ws: true } } },
  // Assets are never inlined: the content security policy allows scripts and fonts from our own origin only.
  // One style sheet: its layers keep their order, and a page never shows before its styles.
  build: { target: 'es2023', assetsInlineLimit: 0, cssCodeSplit: false, chunkSizeWarningLimit: 600 },
}))
