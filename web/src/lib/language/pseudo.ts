/** Provides the test language en-XA: English texts, longer and in brackets. */
import type { I18n, MessageDescriptor } from '@lingui/core'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { PSEUDO_LOCALE } from '#contract/languages/locales.ts'
import { pseudolocalizeMessage } from '#contract/languages/pseudo.ts'

/** Derives the test language's texts from the build's compiled English ones. */
export function usePseudoMessages(i18n: I18n): void {
  const render = i18n._.bind(i18n)
  i18n._ = (id: MessageDescriptor | string, values?: Record<string, unknown>, options?: object) => {
    const descriptor = typeof id === 'string' ? { id, values, ...options } : id
    // The build adds the compiled `message` to the descriptor, but the descriptor's type lacks this field.
    const message = (descriptor as { message?: CompiledMessage }).message
    if (i18n.locale !== PSEUDO_LOCALE || !message)
      return typeof id === 'string' ? render(id, values, options) : render(id)
    Object.assign(i18n.messages, { [descriptor.id]: pseudolocalizeMessage(message) })
    return render(descriptor.id, descriptor.values, options)
  }
}
