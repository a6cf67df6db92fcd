/** Choice of bins that a collection missed, with a search by name and description. */
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Report } from '#contract/views.ts'
import { figure } from '#web/format/numbers.ts'
import { Choice } from './choice/choice.tsx'
import classes from './end-collection.module.css'

export interface LeftBinsProps {
  reports: readonly Report[]
  /** Ids of the reports whose bins were missed. */
  left: readonly string[]
  choose(left: readonly string[]): void
}

export function LeftBins({ reports, left, choose }: LeftBinsProps) {
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = reports.filter(({ resident_name = '', description = '' }) => {
    const said = `${resident_name} ${description}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
  const ids = found.map(({ id }) => id)
  const others = left.filter((id) => !ids.includes(id))
  const isEach = ids.length > 0 && ids.every((id) => left.includes(id))
  return (
    <Choice
      legend="Which bins were left?"
      many
      entries={found.map(({ id, resident_name: name = '–', description }) => ({ id, name, about: description }))}
      chosen={left}
      choose={choose}
    >
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label="Search bins"
          placeholder="Name or description"
          maxLength={100}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <label className={classes.each}>
          <input
            type="checkbox"
            checked={isEach}
            disabled={ids.length === 0}
            onChange={({ currentTarget }) => choose(currentTarget.checked ? [...others, ...ids] : others)}
          />
          {words.length > 0 ? `Select all ${figure(ids.length)} found` : 'Select all'}
        </label>
      </div>
    </Choice>
  )
}
