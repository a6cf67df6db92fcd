/** Exports an element's charts as one picture, below each other under a title. */

/**
 * Picture pixels per CSS px.
 * Fewer if browsers cannot draw so large a picture.
 */
const SCALE = 2
/**
 * Maximum number of pixels of a canvas on phones.
 * `MOST_SIDE` is the maximum side length in pixels in other browsers.
 */
const MOST_DOTS = 4_096 ** 2
const MOST_SIDE = 16_384
const PAD = 24
const TITLE = 28
/** CSS properties that an SVG inherits from the page; a copy needs them. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'visibility',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
]

/** Matches characters that XML forbids (XML 1.0, 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

const scaleOf = (width: number, height: number) =>
  Math.min(SCALE, MOST_SIDE / width, MOST_SIDE / height, Math.sqrt(MOST_DOTS / (width * height)))

/** Returns the SVG as a text, together with all inherited styles. */
function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [own, copied] = [svg, copy].map((each) => [each, ...each.querySelectorAll<SVGElement>('*')])
  own!.forEach((element, index) => {
    const computed = getComputedStyle(element)
    const style = STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';')
    copied![index]!.setAttribute('style', style)
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const text = new XMLSerializer().serializeToString(copy).toWellFormed().replace(NOT_IN_XML, '\ufffd')
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
}

async function loadDrawing(svg: SVGSVGElement) {
  const { width, height } = svg.getBoundingClientRect()
  const image = new Image(width, height)
  image.src = standalone(svg)
  await image.decode()
  const [name = ''] = (svg.getAttribute('aria-label') ?? '').split(',')
  return { image, width, height, name }
}

/**
 * Returns a PNG of all charts inside an element.
 * Undefined if it contains none.
 */
export async function renderChartsAsPng(part: Element, title: string): Promise<Blob | undefined> {
  const found = part.querySelectorAll<SVGSVGElement>('svg[role="group"]')
  const charts = await Promise.all([...found].map(loadDrawing))
  if (charts.length === 0) return undefined
  const width = Math.max(...charts.map((chart) => chart.width)) + 2 * PAD
  const height = charts.reduce((sum, chart) => sum + chart.height + TITLE + PAD, PAD + TITLE)
  const canvas = document.createElement('canvas')
  const scale = scaleOf(width, height)
  canvas.width = Math.max(1, Math.floor(width * scale))
  canvas.height = Math.max(1, Math.floor(height * scale))
  const context = canvas.getContext('2d')!
  const { color, fontFamily } = getComputedStyle(part)
  context.scale(scale, scale)
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  context.fillRect(0, 0, width, height)
  context.fillStyle = color
  context.font = `600 16px ${fontFamily}`
  // The last argument of `fillText` is the maximum width.
  // The canvas condenses a longer title.
  context.fillText(title, PAD, PAD + 8, width - 2 * PAD)
  let top = PAD + TITLE
  context.font = `500 13px ${fontFamily}`
  for (const chart of charts) {
    // Omits the chart's name if it equals the picture's title, as in a picture of one chart.
    if (chart.name !== title) context.fillText(chart.name, PAD, top + 12, width - 2 * PAD)
    context.drawImage(chart.image, PAD, top + TITLE, chart.width, chart.height)
    top += chart.height + TITLE + PAD
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser draws no such picture.'))),
      'image/png',
    ),
  )
}
