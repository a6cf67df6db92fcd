/** Mirrors the app's styles and theme into another document and follows their changes. */

/** Selector of style elements, and the attribute of the theme. */
const SHEETS = 'style, link[rel="stylesheet"]'
const THEME = 'data-mantine-color-scheme'

/** Throws for a sheet that still loads; its load event follows. */
function textOf({ ownerNode, cssRules }: CSSStyleSheet): string {
  const media = (ownerNode as HTMLStyleElement | null)?.media
  const rules = [...cssRules].map(({ cssText }) => cssText).join('\n')
  return media ? `@media ${media} {${rules}}` : rules
}

/**
 * Copies the rules and returns a function that stops the mirroring.
 * Links would show the screen without styles until they load.
 */
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
  // A loaded sheet changes no element; its link's load event does not bubble.
  const came = ({ target }: Event) => target instanceof Element && target.matches(SHEETS) && put()
  from.addEventListener('load', came, true)
  put()
  return () => {
    changes.disconnect()
    from.removeEventListener('load', came, true)
  }
}
