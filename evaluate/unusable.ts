/** What is wrong with what the user gave, as a sentence that says what to do. */
export class Unusable extends Error {}
