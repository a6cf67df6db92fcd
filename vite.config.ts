/** How the web app is built (to dist/web) and served while developing, with the API proxied from the server. */
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './web/chunks.ts'
import { drawnPages } from './web/drawn-pages.ts'
import { firstScreens } from './web/first-screens.ts'
import { offline } from './web/offline-build.ts'

const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const proxy = {
  '/api': SERVER,
  '/health': SERVER,
  '/socket.io': { target: SERVER, ws: true },
}

/** The files that come with the page, whoever looks at it; their names begin so. */
const ON_EVERY_PAGE = ['libraries', 'interface', 'frame']
const EVERYWHERE = '/_'

/** The feed speaks WebSocket only: the client's other transports are left out of what browsers fetch. */
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
  plugins: [websocketOnly, react(), firstScreens(), drawnPages(), offline()],
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows scripts, styles and images of our own origin, no data: URLs.
    assetsInlineLimit: 0,
    target: 'es2022',
    // Where a browser does not know modulepreload it fetches a little later; nothing fails.
    modulePreload: {
      polyfill: false,
      // What the page itself names need not be named again by each part that is fetched later.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !file.includes(EVERYWHERE)),
    },
    rolldownOptions: {
      output: {
        // Each page names all of them: without words in them, and no longer than tells some hundred apart, that list is a third shorter.
        chunkFileNames: ({ name }) => `assets/${ON_EVERY_PAGE.includes(name) ? '_' : ''}[hash:7].js`,
        assetFileNames: 'assets/[hash:6][extname]',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
})
