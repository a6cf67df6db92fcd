/** Tests of the reset mail: link in text and HTML, escaped names. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { translateToEnglish } from '#contract/languages/translate.ts'
import { renderResetMail } from './reset-links.ts'

const link = 'https://waste.example/reset-password?token=abc-_1'

it('has the link in text and HTML, for half an hour', () => {
  const { to, text, html } = renderResetMail({
    to: 'ama@example.com',
    name: 'Ama',
    link,
    translate: translateToEnglish,
  })
  expect(to).toBe('ama@example.com')
  expect(text).toContain(`\n\n${link}\n\n`)
  expect(text).toContain('within 30 minutes')
  expect(html).toContain(`<a href="${link}">`)
})

it('keeps any name from being markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const { html } = renderResetMail({ to: 'a@b.c', name: `${name}<script>"'&`, link, translate: translateToEnglish })
      expect(html.replaceAll(/<\/?p>|<a href="[^"<>]*">|<\/a>/g, '')).not.toMatch(/[<>"']/)
    }),
  )
})
