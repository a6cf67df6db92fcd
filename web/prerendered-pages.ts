/**
 * Builds the first pages' HTML with inlined styles.
 * Rendered public pages appear after one round trip.
 * They are rendered at build time, because the service worker serves them offline.
 * Dashboards are not rendered: their rows are unknown then.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createServer, type HtmlTagDescriptor, minifySync, type Plugin, type Rolldown } from 'vite'
import { endpointRoutes } from '#contract/routes.ts'
import { lookUp } from '../domain/dictionary.ts'
import { FIRST_SCREEN_SOURCE_FILES, listFiles, PRELOADED_ENDPOINTS } from './first-screens.ts'
import { translationPlugins } from './translate-build.ts'

/**
 * Pages of the service worker, at the address `/name` unless `address` is set.
 * Only pages with a `title` are rendered at build time.
 */
const PAGES: { name: string; address?: string; title?: string; sources: readonly string[] }[] = [
  { name: 'login', title: 'Sign in · WasteSense', sources: FIRST_SCREEN_SOURCE_FILES['/login'] },
  { name: 'auth/signin', title: 'Sign in · WasteSense', sources: FIRST_SCREEN_SOURCE_FILES['/login'] },
  { name: 'auth/signup', title: 'Create account · WasteSense', sources: ['pages/public/sign-up.tsx'] },
  { name: 'signup/resident', title: 'Create account · WasteSense', sources: ['pages/public/sign-up.tsx'] },
  { name: 'forgot-password', title: 'Forgot password · WasteSense', sources: ['pages/public/account-pages.tsx'] },
  { name: 'pages/start', address: '/', title: 'WasteSense', sources: ['pages/public/landing.tsx'] },
  { name: 'help', title: 'Help Center · WasteSense', sources: ['pages/public/articles.tsx'] },
  { name: 'contact', title: 'Contact Us · WasteSense', sources: ['pages/public/articles.tsx'] },
  { name: 'privacy', title: 'Privacy Policy · WasteSense', sources: ['pages/public/legal.tsx'] },
  { name: 'terms', title: 'Terms of Service · WasteSense', sources: ['pages/public/legal.tsx'] },
  { name: 'resident/dashboard', sources: FIRST_SCREEN_SOURCE_FILES['/resident/dashboard'] },
]
const SCHEMES = ['dark', 'light'] as const
const EMPTY_PAGE = 'index.html'

/** Returns, by page address, the API path from which the script pre-hydration.js loads the first rows. */
const firstRows = () =>
  Object.fromEntries(
    Object.entries(PRELOADED_ENDPOINTS).map(([address, name]) => [address, `/api${endpointRoutes[name].path}`]),
  )

/**
 * Returns the text of an inline script.
 * The server adds its hash to the content security policy.
 */
function scriptOf(name: string): string {
  const source = readFileSync(path.join(import.meta.dirname, name), 'utf8')
  const { code } = minifySync(name, source.replace('PRELOADED_ENDPOINTS', JSON.stringify(firstRows())))
  return code.trim()
}

export function prerenderedPagesPlugin(): Plugin {
  return {
    name: 'drawn-pages',
    transformIndexHtml: (): HtmlTagDescriptor[] => [
      { tag: 'script', children: scriptOf('pre-hydration.js'), injectTo: 'head' },
    ],
    generateBundle: {
      // Runs after other plugins, because only then the empty HTML page and all styles are known.
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle[EMPTY_PAGE]
        if (page?.type !== 'asset') return
        const linked = String(page.source)
        page.source = withStyles(linked, [], bundle)
        const draws = await renderPages(
          PAGES.flatMap(({ name, address, title }) => (title ? [address ?? `/${name}`] : [])),
        )
        for (const { name, address = `/${name}`, title, sources } of PAGES) {
          const styles = listFiles(sources, bundle).filter((file) => file.endsWith('.css'))
          const styled = withStyles(linked, styles, bundle)
          const source = title ? withScreens(styled, title, draws.get(address) ?? []) : styled
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
      },
    },
  }
}

const LINKED = /<link rel="stylesheet"[^>]* href="([^"]+)">\s*/g
const MODULE = /(?=<script type="module")/

/**
 * Inlines the styles and keeps disabled links to their files.
 * The links stop Vite from loading the files again.
 */
function withStyles(page: string, more: readonly string[], bundle: Rolldown.OutputBundle): string {
  const linked = [...page.matchAll(LINKED)].map(([, file = '']) => file)
  const files = [...new Set([...linked, ...more])]
  const text = files.map((file) => {
    const style = lookUp(bundle, file.slice(1))
    if (style?.type !== 'asset') throw new Error(`The build has no ${file}.`)
    return String(style.source).trim()
  })
  const links = files.map((file) => `<link rel="stylesheet" href="${file}" disabled>`)
  return page
    .replace(LINKED, '')
    .replace(MODULE, () => `<style>${text.join('\n')}</style>\n    ${links.join('')}\n    `)
}

/**
 * Marker that React writes at the start of the rendered screen.
 * Only style variables come before it, and they are equal in both themes.
 */
const SCREEN = '<!--$-->'

/**
 * Adds a screen's renderings, one per theme, to the page as templates.
 * A script shows the rendering of the chosen theme.
 */
function withScreens(page: string, title: string, screens: readonly string[]): string {
  const [frame = '', ...others] = new Set(screens.map((screen) => screen.slice(0, screen.indexOf(SCREEN))))
  if (!frame || others.length > 0) throw new Error(`What is drawn around '${title}' is not the same in both themes.`)
  const parts = [['frame', frame], ...SCHEMES.map((scheme, n) => [scheme, screens[n]?.slice(frame.length)])]
  const templates = parts.map(([name, html]) => `<template data-drawn="${name}">${html}</template>`)
  const words = '<output id="held" class="ws-held" hidden></output>'
  return page
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace('<noscript>', () =>
      [...templates, words, `<script>${scriptOf('form-replay.js')}</script>`, '<noscript>'].join('\n    '),
    )
}

/**
 * Renders the page of each address in every colour scheme.
 * Uses the components of the web app.
 */
async function renderPages(addresses: readonly string[]): Promise<Map<string, string[]>> {
  const server = await createServer({
    configFile: false,
    root: import.meta.dirname,
    mode: 'production',
    plugins: [translationPlugins()],
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    // Uses React's production runtime, because Vite's server would use the development one.
    oxc: { jsx: { runtime: 'automatic', development: false } },
  })
  try {
    const { prerenderPage } = (await server.ssrLoadModule(
      '/src/app/prerender.tsx',
    )) as typeof import('./src/app/prerender.tsx')
    const drawn = new Map<string, string[]>()
    for (const address of addresses) {
      const screens: string[] = []
      for (const scheme of SCHEMES) screens.push(await prerenderPage(address, scheme))
      drawn.set(address, screens)
    }
    return drawn
  } finally {
    await server.close()
  }
}
