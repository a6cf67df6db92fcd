/**
 * Mantine's styles that signed-in screens need besides those of app/styles.ts; the order matters.
 * Lazy screens and dialogs import their own (Modal, Tabs, Table, Checkbox, …).
 */
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
