/** Tests that trucks in the table offer the same action as on the map. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TruckName } from './map-table.tsx'

it('shows a truck that is under way', () =>
  expect(renderToStaticMarkup(<TruckName id="T001" show={() => undefined} />)).toMatch(
    /^<button type="button" [^>]*aria-label="T001\. View details"[^>]*>T001<\/button>$/,
  ))
it('names it where there is nothing to show of it', () =>
  expect(renderToStaticMarkup(<TruckName id="T001" show={undefined} />)).toBe('T001'))
