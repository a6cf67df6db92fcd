/** Tests how a replay's screen differs from a live one. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ClockContext, CommandsDisabledContext, useDisabledInReplay } from './replay-context.ts'

const Shown = () => (useDisabledInReplay().disabled ? 'past' : 'present')
const shown = (clock: number | null) =>
  renderToStaticMarkup(
    <ClockContext value={clock}>
      <CommandsDisabledContext value={{ disabled: true, title: 'Not now' }}>
        <Shown />
      </CommandsDisabledContext>
    </ClockContext>,
  )

it('is no board of another time for want of a network', () => expect([null, 0].map(shown)).toEqual(['present', 'past']))
