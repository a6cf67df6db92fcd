/**
 * Lets a browser's built-in translation change the page.
 * It replaces each text node by a font element. React still holds the text node:
 * it would fail to remove or move it, and its changes would not show.
 * See https://github.com/facebook/react/issues/11538.
 */

/** Elements of translations by the text node that each replaced. */
const translations = new WeakMap<Node, ChildNode>()

const isTranslation = (node: Node | null | undefined): node is ChildNode => node?.nodeName === 'FONT'

/** Notes which element replaced which text node, at once or in two steps. */
function noteReplacements(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
    if (!translation) continue
    for (const node of removedNodes) if (node.nodeType === Node.TEXT_NODE) translations.set(node, translation)
  }
}

/** Starts once, before somebody can ask for a translation. */
export function toleratePageTranslators(root: Node): void {
  const observer = new MutationObserver(noteReplacements)
  observer.observe(root, { childList: true, subtree: true })
  /** Returns what stands for a node in its parent now. */
  const standIn = (node: Node): Node => {
    if (!node.parentNode) noteReplacements(observer.takeRecords())
    const translation = node.parentNode ? undefined : translations.get(node)
    return translation?.parentNode ? translation : node
  }

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = standIn(child)
    if (shown.parentNode === this) removeChild.call(this, shown)
    else if (shown === child) return removeChild.call(this, child) as T
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, before: Node | null): T {
    return insertBefore.call(this, standIn(child), before && standIn(before)) as unknown as T
  }
  const text = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...text,
    set(this: Node, value: string) {
      text?.set?.call(this, value)
      const shown = standIn(this)
      // The browser translates the new text again.
      if (shown !== this) shown.parentNode?.replaceChild(this, shown)
    },
  })
}
