/** Configures the web app's build (to dist/web) and development server. */
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './web/chunks.ts'
import { firstScreensPlugin } from './web/first-screens.ts'
import { offlinePlugin } from './web/offline-build.ts'
import { prerenderedPagesPlugin } from './web/prerendered-pages.ts'
import { translationPlugins } from './web/translate-build.ts'

const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const proxy = {
  '/api': SERVER,
  '/health': SERVER,
  '/socket.io': { target: SERVER, ws: true },
}

const COMMON_CHUNKS = ['libraries', 'interface', 'frame']
const COMMON_CHUNK_PREFIX = '/_'

/** Removes socket.io transports other than WebSocket, which the feed does not use. */
const websocketOnly: Plugin = {
  name: 'websocket-only',
  load(id) {
    if (id.endsWith('engine.io-client/build/esm/transports/polling-xhr.js')) return 'export const XHR = undefined'
    if (!id.endsWith('engine.io-client/build/esm/transports/index.js')) return
    return "import { WS } from './websocket.js'; export const transports = { websocket: WS }"
  },
}

export default defineConfig({
  root: 'web',
  plugins: [
    websocketOnly,
    translationPlugins(),
    react(),
    firstScreensPlugin(),
    prerenderedPagesPlugin(),
    offlinePlugin(),
  ],
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Inlines no assets, because the content security policy forbids data: URLs.
    assetsInlineLimit: 0,
    target: 'es2022',
    // Includes no polyfill for modulepreload.
    // Browsers without modulepreload only load the page a little later.
    modulePreload: {
      polyfill: false,
      // JavaScript chunks do not preload the common chunks, because the HTML page already preloads them.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !file.includes(COMMON_CHUNK_PREFIX)),
    },
    rolldownOptions: {
      output: {
        // Most chunks get short file names, which shorten each page's list of chunks by a third.
        chunkFileNames: ({ name }) => `assets/${COMMON_CHUNKS.includes(name) ? '_' : ''}[hash:7].js`,
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
})
