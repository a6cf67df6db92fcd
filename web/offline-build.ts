/** How the web app is made installable, and what of it a phone keeps so that it opens without a network. */

import type { Plugin, Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { STAFF_ROLES } from '#rules/city.ts'
import { lookUp } from '../rules/dictionary.ts'

/** Screens and documents that no resident opens; they are loaded when they are needed. */
const OTHERS = new RegExp(
  [
    `/pages/(${STAFF_ROLES.join('|')})/`,
    '/features/(users|collections|fleet|sites|analyses|forecasts|settings|audit)/',
    'scalar',
  ].join('|'),
)

const icon = (size: number, name: string, purpose: 'any' | 'maskable') => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** Every file that a resident's screens are made of: followed from the entry, except into what is for others. */
function collectResidentFiles(files: Set<string>): Plugin {
  return {
    name: 'resident-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const follow = (name: string) => {
        const chunk = lookUp(bundle, name)
        if (files.has(name) || chunk?.type !== 'chunk') return
        files.add(name)
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
        for (const next of chunk.imports) follow(next)
        for (const next of chunk.dynamicImports) if (!isForOthers(lookUp(bundle, next))) follow(next)
      }
      for (const part of Object.values(bundle)) if (part.type === 'chunk' && part.isEntry) follow(part.fileName)
    },
  }
}

function isForOthers(chunk: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): boolean {
  if (chunk?.type !== 'chunk') return false
  const { facadeModuleId: facade, moduleIds } = chunk
  // A first screen shares its file with its parts.
  return facade ? OTHERS.test(facade) : moduleIds.some((id) => OTHERS.test(id))
}

export function offline(): Plugin[] {
  const files = new Set<string>()
  const pwa = VitePWA({
    // The page registers the worker itself, after its first screen, and asks before it takes a new version.
    injectRegister: false,
    registerType: 'prompt',
    manifest: {
      id: '/',
      name: 'WasteSense',
      short_name: 'WasteSense',
      description: 'Report your full bin, and follow it until it is collected.',
      lang: 'en',
      start_url: '/login',
      scope: '/',
      display: 'standalone',
      background_color: '#0d1512',
      theme_color: '#0d1512',
      icons: [icon(192, 'icon-192', 'any'), icon(512, 'icon-512', 'any'), icon(512, 'icon-maskable-512', 'maskable')],
    },
    workbox: {
      globPatterns: ['**/*.{html,js,css,svg,woff2}'],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        (entries) => ({
          manifest: entries.filter(
            ({ url }) => !/\.(js|css)$/.test(url) || !url.startsWith('assets/') || files.has(url),
          ),
          warnings: [],
        }),
      ],
      // What it does with pushes; looked at anew whenever the worker is.
      importScripts: ['/push-worker.js'],
      globIgnores: ['push-worker.js'],
      navigateFallback: '/index.html',
      // What the server answers itself: calls, the feed, addresses that name a file.
      navigateFallbackDenylist: [/^\/(api|internal|health|socket\.io)(\/|$)/, /^[^?]*\.[^/?]+(\?|$)/],
      clientsClaim: true,
      skipWaiting: false,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
    },
  })
  return [collectResidentFiles(files), ...pwa]
}
