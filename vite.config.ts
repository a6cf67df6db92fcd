/** How the web app is built (to dist/web) and served while developing, with the API proxied from the server. */
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstScreens } from './web/first-screens.ts'
import { offline } from './web/offline-build.ts'

const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const proxy = {
  '/api': SERVER,
  '/health': SERVER,
  '/socket.io': { target: SERVER, ws: true },
}

/** The libraries that every page needs, in one file: it compresses better, and stays cached from release to release. */
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|react-redux|redux|redux-thunk|reselect|immer|use-sync-external-store|@reduxjs\/toolkit|clsx)\//

/**
 * The parts of the interface library that every screen shows; those of dialogs and forms, and what holds the focus in them, come
 * with the first of them.
 */
const INTERFACE =
  /node_modules\/(@mantine\/(core\/esm\/(core|components\/(Button|Loader|UnstyledButton|Skeleton|ActionIcon|Transition))\/)|@mantine\/hooks\/(?!esm\/use-(focus-trap|focus-return|debounced-callback)\/)|@tabler\/icons-react\/dist\/esm\/)/

/** What every signed-in screen needs, in one file: on a slow network thirty small ones cost thirty waits. */
const SIGNED_IN =
  /@tabler\/icons-react\/dist\/esm\/icons\/Icon(Bell|CalendarTime|LayoutDashboard|ReportAnalytics|User)\.|node_modules\/(socket\.io-\w+|engine\.io-\w+|@socket\.io|@mantine\/(notifications\/esm\/notifications\.store|store))|contract\/(positions|rooms)|web\/src\/(feed\/(?!replay|past-store|taped)|outbox\/(slice|kept-report|forget)|features\/notifications\/(own-notifications|use-arrival-toast)|app\/shell\/user-card\.|components\/(panel|badge|meter|relative-time|states|lazy-dialog|new-rows|page-head|panel-in-sight|toasts)\.|hooks\/(ticker|hand|held-rows|region)\.|format\/(city-time|city-words|days|initials|times)\.)/

/** What every first screen needs, signed in or not: small parts that cost more as files of their own. */
const FRAME =
  /web\/src\/(calls\/(api|attempt|endpoints|request|session|sign-out)|hooks\/(title|past)|components\/(logo|theme-toggle)|pages\/screen|components\/part)\.|vite\/preload-helper|\/rules\/city\.|\/contract\/line/

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
  plugins: [websocketOnly, react(), firstScreens(), ...offline()],
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
        codeSplitting: {
          groups: [
            { name: 'libraries', test: LIBRARIES, priority: 2 },
            {
              name: 'interface',
              test: INTERFACE,
              minShareCount: 8,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'frame', test: FRAME, priority: 1, includeDependenciesRecursively: false },
            {
              name: 'signed-in',
              test: SIGNED_IN,
              priority: 1,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
