/** Search field of users; updates the address when the typing pauses. */
import '#web/ui/input-styles.ts'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './users.module.css'

const PAUSE_MS = 300

export function UserSearch({ search, find }: { search: string; find(search: string): void }) {
  const [typed, setTyped] = useState(search)
  const sent = useRef(search)
  const findLater = useDebouncedCallback((text: string) => {
    sent.current = text.trim()
    find(sent.current)
  }, PAUSE_MS)

  useEffect(() => {
    // The address changed through the browser's history.
    if (search === sent.current) return
    sent.current = search
    setTyped(search)
  }, [search])

  function type(text: string) {
    setTyped(text)
    findLater(text)
  }

  return (
    <TextInput
      className={classes.search}
      type="text"
      role="searchbox"
      aria-label="Search users"
      placeholder="Search by name, email, employee ID or zone"
      size="md"
      maxLength={100}
      spellCheck={false}
      autoComplete="off"
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      rightSection={typed && <CloseButton aria-label="Clear the search" onClick={() => type('')} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
