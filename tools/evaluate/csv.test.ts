/** Tests valid CSVs of weights, and the errors of invalid ones. */
import { describe, expect, it } from 'vitest'
import { parseWeightsCsv } from './csv.ts'

describe('a CSV of weights', () => {
  it('has its columns in any order, with or without materials', () => {
    const { districts } = parseWeightsCsv('district,tonnes,date\r\n"Ga, West",1.5,2024-01-02\r\n\r\n')
    expect([...districts]).toEqual([['Ga, West', [{ date: '2024-01-02', tonnes: 1.5 }]]])
    const [weight] =
      parseWeightsCsv('date,district,tonnes,material\n2024-01-02,Madina,0,plastic').districts.get('Madina') ?? []
    expect(weight).toEqual({ date: '2024-01-02', tonnes: 0, material: 'plastic' })
  })

  it.each([
    ['', 'The first line must name the columns date,district,tonnes[,material]; missing: date, district, tonnes.'],
    ['date,district\n2024-01-01,x', /missing: tonnes\.$/],
    ['date,district,tonnes', /has no line below its header/],
    ['date,district,tonnes\n01/02/2024,x,3', /^Line 2: '01\/02\/2024' is not a date/],
    ['date,district,tonnes\n2024-01-01,x,3\n2024-02-30,x,3', /^Line 3: '2024-02-30' is not a date/],
    ['date,district,tonnes\n2024-01-01,,3', 'Line 2: the district is missing.'],
    ['date,district,tonnes\n2024-01-01,x,', 'Line 2: tonnes is not a number; write it as 12.5.'],
    ['date,district,tonnes\n2024-01-01,x,many', 'Line 2: tonnes is not a number; write it as 12.5.'],
  ])('that is broken says where: %j', (text, sentence) => {
    expect(() => parseWeightsCsv(text)).toThrow(sentence)
  })
})

describe('a row that can not be true is left out and named:', () => {
  const days = ['2023-01-01', '2023-01-02', '2023-01-03']
  const csv = (...rows: string[]) =>
    ['date,district,tonnes', ...days.map((day) => `${day},Madina,3`), ...rows].join('\n')
  const apart = (date: string, district = 'Madina') => `${date} is years apart from most days of ${district}.`
  it.each([
    ['a far day', ['2203-01-01,Madina,3'], [apart('2203-01-01')]],
    ['days before', ['0203-01-01,Madina,3', '1923-01-01,Madina,3'], [apart('0203-01-01'), apart('1923-01-01')]],
    ['a loss', ['2023-01-04,Madina,-2'], ['-2 t is below zero.']],
    ['too much', ['2023-01-04,Madina,1e7'], ['10000000 t is more than any district collects in a day.']],
    ['without end', ['2023-01-04,Madina,Infinity'], ['Infinity t is more than any district collects in a day.']],
  ])('%s', (_, rows, whys) => {
    const { districts, leftOut } = parseWeightsCsv(csv(...rows))
    expect(leftOut).toEqual(whys.map((why, index) => ({ line: index + 5, why })))
    expect(districts.get('Madina')?.map(({ date }) => date)).toEqual(days)
  })

  it('but not for a pause of a year, nor in a district of other years', () => {
    const rows = ['2025-01-01,Madina,3', '1990-01-01,Tema,3', '2023-01-04,__proto__,0']
    const { districts, leftOut } = parseWeightsCsv(csv(...rows))
    expect(leftOut).toEqual([])
    expect([...districts].map(([name, weights]) => [name, weights.length])).toEqual([
      ['Madina', 4],
      ['Tema', 1],
      ['__proto__', 1],
    ])
  })
})
