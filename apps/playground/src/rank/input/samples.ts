/** A sample file in the folder `samples` of the site. */
export interface Sample {
  readonly file: string;
  readonly words: string;
}

/** The samples, one per layout. The data is made up; the films are in the public domain. */
export const samples: readonly Sample[] = [
  { file: "battles.csv", words: "Battles of language models, with ties" },
  { file: "film-ratings.csv", words: "Ratings of silent films" },
  { file: "races.csv", words: "Races with finishing places" },
  { file: "tier-list.txt", words: "A tier list of fruit" },
  { file: "best-worst.csv", words: "Best-worst choices of features" },
  { file: "ballots.csv", words: "Ballots of an election" },
  { file: "orders.txt", words: "Orders such as a > b = c" },
  { file: "clicks.csv", words: "Clicks on search results" },
  { file: "committee.toi", words: "Votes of a committee (PrefLib)" },
  { file: "judges.csv", words: "A table of judges and dives" },
];
