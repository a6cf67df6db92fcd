/** Serves the built web app: each file in the smallest form that the reader takes, as the build made it. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import express, { type Express, type Request, type RequestHandler, type Response } from 'express'

/** The smaller one first. */
const FORMS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/** The file that a path names; undefined for a path that can't be read. */
function fileOf(webRoot: string, address: string): string | undefined {
  try {
    return path.join(webRoot, path.posix.normalize(decodeURIComponent(address)))
  } catch {
    return undefined
  }
}

/** Points a request at the form of its file that fits it best; where there is none, the file goes out as it is. */
function smallestForm(webRoot: string): RequestHandler {
  return (request, response, next) => {
    const file = fileOf(webRoot, request.path)
    const made = FORMS.filter(([, ending]) => file && existsSync(`${file}${ending}`))
    if (made.length === 0) return void next()
    response.vary('Accept-Encoding')
    const [encoding, ending] = made.find(([name]) => isTaken(request, name)) ?? []
    if (encoding) {
      response.set('Content-Encoding', encoding).type(path.extname(request.path))
      request.url = `${request.path}${ending}`
    }
    next()
  }
}

/** An `Accept-Encoding` that names it; `*` and silence get the file as it is. */
function isTaken(request: Request, encoding: string): boolean {
  return request.acceptsEncodings(encoding) === encoding && request.get('Accept-Encoding')?.includes(encoding) === true
}

/** Nothing is painted before it. */
const EARLY = '</early.js>; rel=preload; as=script'

/** What the first screen of an address is made of, as `Link` fields: a browser asks for it before it reads the page. */
function namedAhead(webRoot: string): ReadonlyMap<string, string> {
  const list = path.join(webRoot, 'first-screens.json')
  const screens: Record<string, string[]> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  const link = (file: string) =>
    `<${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'}; crossorigin`
  return new Map(Object.entries(screens).map(([address, files]) => [address, [EARLY, ...files.map(link)].join(', ')]))
}

/** Hashed files are kept for good, everything else is asked for again; unknown paths get the app, which knows its routes. */
export function serveWeb(app: Express, webRoot: string): void {
  const web = express.Router()
  const setHeaders = (response: Response, file: string) => {
    const isHashed = path.relative(webRoot, file).startsWith('assets')
    // Above all the service worker: a browser that kept an old one would never hear of a new version.
    response.setHeader('Cache-Control', isHashed ? `public, max-age=${YEAR_MS / 1_000}, immutable` : 'no-cache')
  }
  const ahead = namedAhead(webRoot)
  web.use((request, response, next) => {
    const links = ahead.get(request.path)
    if (links) response.set('Link', links)
    if (!path.extname(request.path)) request.url = '/index.html'
    next()
  })
  web.use(smallestForm(webRoot))
  web.use(express.static(webRoot, { index: false, cacheControl: false, setHeaders }))
  web.use((_request, response) => {
    response.removeHeader('Content-Encoding')
    response.status(404).type('text').send('Not found')
  })
  app.use((request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') web(request, response, next)
    else next()
  })
}
