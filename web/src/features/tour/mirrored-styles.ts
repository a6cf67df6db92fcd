/** The app's styles and theme in another document of the page, for as long as they change here. */

/** What styles come in, and what says the theme. */
const SHEETS = 'style, link[rel="stylesheet"]'
const THEME = 'data-mantine-color-scheme'

/** Of a file that is still on its way there are none yet; it says when it has come. */
function textOf({ ownerNode, cssRules }: CSSStyleSheet): string {
  const media = (ownerNode as HTMLStyleElement | null)?.media
  const rules = [...cssRules].map(({ cssText }) => cssText).join('\n')
  return media ? `@media ${media} {${rules}}` : rules
}

/** Answers how to stop. At once: a link to each file would show the screen without its styles until it had come. */
export function mirrorStyles(from: Document, to: Document): () => void {
  const Sheet = (to.defaultView as unknown as typeof globalThis).CSSStyleSheet
  const sheet = new Sheet()
  to.adoptedStyleSheets = [sheet]
  const put = () => {
    sheet.replaceSync([...from.styleSheets].map(textOf).join('\n'))
    to.documentElement.setAttribute(THEME, from.documentElement.getAttribute(THEME) ?? 'dark')
  }
  const added = (node: Node) => node instanceof Element && (node.matches(SHEETS) || node.querySelector(SHEETS) !== null)
  const changes = new MutationObserver((all) => {
    const isTheme = all.some(({ type }) => type === 'attributes')
    if (isTheme || all.some(({ addedNodes }) => [...addedNodes].some(added))) put()
  })
  changes.observe(from, { childList: true, subtree: true, attributes: true, attributeFilter: [THEME] })
  // A file that has come changes no element: its link says so, and that does not bubble.
  const came = ({ target }: Event) => target instanceof Element && target.matches(SHEETS) && put()
  from.addEventListener('load', came, true)
  put()
  return () => {
    changes.disconnect()
    from.removeEventListener('load', came, true)
  }
}
