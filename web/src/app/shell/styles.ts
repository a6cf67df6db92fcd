/**
 * Mantine's styles that signed-in screens need at once, beside those of app/styles.ts; the order matters. What stands in
 * lazily loaded screens and dialogs only (Modal, Tabs, Table, Checkbox, …) is imported there.
 */
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
