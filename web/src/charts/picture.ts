/** Exports the charts of an element as one picture, in a column under a title. */

const SCALE = 2
const PAD = 24
const TITLE = 28
/** CSS properties that a drawing inherits from the page. */
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

/** Returns a data URL of a drawing with its computed styles inlined. */
function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [own, copied] = [svg, copy].map((each) => [each, ...each.querySelectorAll<SVGElement>('*')])
  own!.forEach((element, index) => {
    const computed = getComputedStyle(element)
    const style = STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';')
    copied![index]!.setAttribute('style', style)
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
}

async function drawn(svg: SVGSVGElement) {
  const { width, height } = svg.getBoundingClientRect()
  const image = new Image(width, height)
  image.src = standalone(svg)
  await image.decode()
  const [name = ''] = (svg.getAttribute('aria-label') ?? '').split(',')
  return { image, width, height, name }
}

/** Returns a PNG of the charts in `part`, or undefined if it shows none. */
export async function pictureOf(part: Element, title: string): Promise<Blob | undefined> {
  const found = part.querySelectorAll<SVGSVGElement>('svg[role="group"]')
  const charts = await Promise.all([...found].map(drawn))
  if (charts.length === 0) return undefined
  const width = Math.max(...charts.map((chart) => chart.width)) + 2 * PAD
  const height = charts.reduce((sum, chart) => sum + chart.height + TITLE + PAD, PAD + TITLE)
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  const context = canvas.getContext('2d')!
  const { color, fontFamily } = getComputedStyle(part)
  context.scale(SCALE, SCALE)
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  context.fillRect(0, 0, width, height)
  context.fillStyle = color
  context.font = `600 16px ${fontFamily}`
  context.fillText(title, PAD, PAD + 8)
  let top = PAD + TITLE
  context.font = `500 13px ${fontFamily}`
  for (const chart of charts) {
    // A single chart may have the title of the picture.
    if (chart.name !== title) context.fillText(chart.name, PAD, top + 12)
    context.drawImage(chart.image, PAD, top + TITLE, chart.width, chart.height)
    top += chart.height + TITLE + PAD
  }
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}
