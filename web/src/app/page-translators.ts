/**
 * Lets a browser's built-in translation change the page without breaking React.
 * A translation replaces each text node by a font element, but React still refers to the text node.
 * React would then fail to remove or move the text, and its updates would not show.
 * See https://github.com/facebook/react/issues/11538.
 */

/** Font element that replaced each text node, by text node. */
const translations = new WeakMap<Node, ChildNode>()

const isTranslation = (node: Node | null | undefined): node is ChildNode => node?.nodeName === 'FONT'

/** Records which font element replaced which text node. A translator replaces a node in one step or in two. */
function noteReplacements(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
    if (!translation) continue
    for (const node of removedNodes) if (node.nodeType === Node.TEXT_NODE) translations.set(node, translation)
  }
}

/** Patches the DOM methods that React uses. Call once, before a translation can start. */
export function patchDomForPageTranslators(root: Node): void {
  const observer = new MutationObserver(noteReplacements)
  observer.observe(root, { childList: true, subtree: true })
  /** Returns the node that is now in the page in place of the given node. */
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
      // Puts the original text node back with its new text. The browser then translates it again.
      if (shown !== this) shown.parentNode?.replaceChild(this, shown)
    },
  })
}
