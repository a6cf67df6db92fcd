import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Ama Owusu', 'AO'],
  ['ama', 'A'],
  ['Nana Yaa Asante', 'NY'],
  ['  Ɛsi   Ɔsei ', 'ƐƆ'],
  ['', ''],
])('initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
