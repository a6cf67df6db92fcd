/** Tests that values in messages are shown as plain text, never as markup. */
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Trans } from './language.tsx'

const i18n = setupI18n({
  locale: 'en',
  messages: { en: { hello: ['Hello ', ['name'], ', <0>read</0> ', ['reports', 'plural', { other: ['#'] }]] } },
})

function markup(name: string): string {
  const message = createElement(Trans, {
    id: 'hello',
    values: { name, reports: 2 },
    components: { 0: createElement('a', { href: '/help' }) },
  })
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, message))
}
const escaped = (text: string) => renderToStaticMarkup(createElement('i', {}, text)).slice('<i>'.length, -'</i>'.length)

it.each(['Ama', '<b>Ama</b>', '<0>Ama</0>', '<0/>', '<1/>', '<img src=x onerror=alert(1)>', "{name} '{x}' ''", '<'])(
  'shows %s as it is',
  (name) => {
    expect(markup(name)).toBe(`Hello ${escaped(name)}, <a href="/help">read</a> 2`)
  },
)

it('shows any name as it is', () => {
  const parts = fc.constantFrom('<0>', '</0>', '<1/>', '<b>', '</b>', '{', '}', "'", '#', 'Ama')
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1 }), (name) => {
      expect(markup(name.join(''))).toBe(`Hello ${escaped(name.join(''))}, <a href="/help">read</a> 2`)
    }),
  )
})
