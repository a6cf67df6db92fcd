/** Tests the parser of scenes.csv. */
import { expect, test } from 'vitest'
import { parseScenesCsv } from './scenes.ts'

const HEAD = 'path,w,h,class,x0,y0,x1,y1'

test('boxes go to their photo, further columns are left alone', () => {
  const scenes = parseScenesCsv(
    `${HEAD}\na.jpg,9,9,glass,0,0,0.5,1\nb.jpg,9,9,metal,0.1,0.2,0.3,0.4\na.jpg,9,9,paper,0,0,1,1\n`,
  )
  expect([...scenes.keys()]).toEqual(['a.jpg', 'b.jpg'])
  expect(scenes.get('a.jpg')?.map(({ material }) => material)).toEqual(['glass', 'paper'])
  expect(scenes.get('b.jpg')).toEqual([{ material: 'metal', x0: 0.1, y0: 0.2, x1: 0.3, y1: 0.4 }])
})

test.each([
  ['path,class,x0,y0,x1\na.jpg,glass,0,0,1', 'missing: y1'],
  [`${HEAD}\n`, 'no line below'],
  [`${HEAD}\na.jpg,9,9,wood,0,0,1,1`, "Line 2: 'wood' is not a material"],
  [`${HEAD}\na.jpg,9,9,glass,0,0,120,80`, 'Line 2: x0, y0, x1 and y1 must be fractions'],
  [`${HEAD}\na.jpg,9,9,glass,0,,1,1`, 'Line 2: x0, y0, x1 and y1 must be fractions'],
])('what is wrong is said: %s', (text, said) => {
  expect(() => parseScenesCsv(text)).toThrow(said)
})
