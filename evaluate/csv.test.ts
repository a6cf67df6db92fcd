/** What a CSV of weights may look like, and what is said of one that is broken. */
import { describe, expect, it } from 'vitest'
import { weightsOf } from './csv.ts'

describe('a CSV of weights', () => {
  it('has its columns in any order, with or without materials', () => {
    const districts = weightsOf('district,tonnes,date\r\n"Ga, West",1.5,2024-01-02\r\n\r\n')
    expect([...districts]).toEqual([['Ga, West', [{ date: '2024-01-02', tonnes: 1.5, material: undefined }]]])
    const [weight] = weightsOf('date,district,tonnes,material\n2024-01-02,Madina,0,plastic').get('Madina') ?? []
    expect(weight).toEqual({ date: '2024-01-02', tonnes: 0, material: 'plastic' })
  })

  it.each([
    ['', 'The first line must name the columns date,district,tonnes[,material]; missing: date, district, tonnes.'],
    ['date,district\n2024-01-01,x', /missing: tonnes\.$/],
    ['date,district,tonnes', /has no line below its first/],
    ['date,district,tonnes\n01/02/2024,x,3', /^Line 2: '01\/02\/2024' is no date/],
    ['date,district,tonnes\n2024-01-01,x,3\n2024-02-30,x,3', /^Line 3: '2024-02-30' is no date/],
    ['date,district,tonnes\n2024-01-01,,3', 'Line 2: the district is missing.'],
    ['date,district,tonnes\n2024-01-01,x,', 'Line 2: tonnes is no number; write it as 12.5.'],
    ['date,district,tonnes\n2024-01-01,x,many', 'Line 2: tonnes is no number; write it as 12.5.'],
  ])('that is broken says where: %j', (text, sentence) => {
    expect(() => weightsOf(text)).toThrow(sentence)
  })
})
