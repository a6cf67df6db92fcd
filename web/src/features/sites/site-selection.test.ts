/** North and south have fixed titles, other sites their names; the user's own comes first. */
import { describe, expect, it } from 'vitest'
import type { Site } from '#contract/views.ts'
import { selectSites } from './site-selection.ts'

const named = (...names: string[]) => names.map((name) => ({ id: name, name }) as Site)
function shown(names: string[], own?: string) {
  const { cards, rest } = selectSites(named(...names), own)
  return [cards.map(({ title, site }) => `${title}: ${site.name}`), rest.map(({ name }) => name)]
}

describe('the site cards', () => {
  it('are north and south, whatever the case and the rest of the name', () => {
    expect(shown(['Tema SOUTH', 'Harbour', 'Kpone north tip'])).toEqual([
      ['North Dumping Site: Kpone north tip', 'South Dumping Site: Tema SOUTH'],
      ['Harbour'],
    ])
  })

  it('are the first two sites where no name says so', () => {
    expect(shown(['A', 'B', 'C'])).toEqual([['A: A', 'B: B'], ['C']])
    expect(shown(['A', 'Southern', 'C'])).toEqual([['South Dumping Site: Southern', 'A: A'], ['C']])
    expect(shown([])).toEqual([[], []])
  })

  it('begin with the own site, also where it is neither of the two', () => {
    expect(shown(['North', 'South'], 'South')[0]).toEqual(['South Dumping Site: South', 'North Dumping Site: North'])
    expect(shown(['North', 'South', 'C', 'D'], 'D')).toEqual([
      ['D: D', 'North Dumping Site: North', 'South Dumping Site: South'],
      ['C'],
    ])
    expect(shown(['North 1', 'North 2', 'South'], 'North 2')).toEqual([
      ['North Dumping Site: North 2', 'South Dumping Site: South'],
      ['North 1'],
    ])
  })
})
