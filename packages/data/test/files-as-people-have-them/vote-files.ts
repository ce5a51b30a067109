import type { SampleFile } from "./sample-file.ts";

/** Files with ballots, orders, tier lists, PrefLib votes, graded documents or multi-label data, and spreadsheets. */
export const voteFiles: readonly SampleFile[] = [
  {
    title: "ranked-choice ballots",
    content: "voter,choice1,choice2,choice3\n1,ann,bob,cy\n2,bob,ann,\n",
    reading: {
      format: "ballots",
      columns: { user: "voter", values: ["choice1", "choice2", "choice3"] },
      rest: "lowest",
      samples: [
        "ballot 1: {ann} above {bob} above {cy}",
        "ballot 2: {bob} above {ann}; 1 other item not chosen, ranked below",
      ],
    },
  },
  {
    title: "ballots with first, second and third choice and a count",
    content: "First Choice,Second Choice,Third Choice,count\nann,bob,cy,10\ncy,bob,,4\n",
    reading: {
      format: "ballots",
      observations: 14,
      samples: [
        "10 times: {ann} above {bob} above {cy}",
        "4 times: {cy} above {bob}; 1 other item not chosen, ranked below",
      ],
    },
  },
  {
    title: "ballots with rank1, rank2 in the wrong order of columns, skipped and overvoted",
    content: "rank2,rank1,rank3\nbob,ann,skipped\novervote,cy,ann\n",
    reading: {
      columns: { values: ["rank1", "rank2", "rank3"] },
      samples: [
        "{ann} above {bob}; 1 other item not chosen, ranked below",
        "{cy} above {ann}; 1 other item not chosen, ranked below",
      ],
    },
  },
  {
    title: "a candidate twice on a ballot",
    content: "1st,2nd,3rd\nann,ann,bob\n",
    reading: { format: "ballots", duplicates: 1, samples: ["{ann} above {bob}"] },
  },
  {
    title: "ballots from a survey form with one column per place",
    content: 'Timestamp,Your name,Rank the books [2nd],Rank the books [1st]\n2026/11/01 9:00:00,Ava,"It, again",Emma\n',
    reading: {
      format: "ballots",
      columns: { values: ["Rank the books [1st]", "Rank the books [2nd]"] },
      samples: ["{Emma} above {It, again}"],
    },
  },
  {
    title: "a survey form whose items are numbers is a table, not ballots",
    content: "Timestamp,Rate the songs [1],Rate the songs [2]\n2026/11/01,5,3\n2026/11/02,4,5\n",
    reading: { format: "table", samples: ["voter row 1: {1} above {2}", "voter row 2: {2} above {1}"] },
  },
  {
    title: "ballots with a favorite, a second favorite and a third one",
    content: "Name,Favourite book,Second favourite,3rd favourite\nAva,Emma,It,Dune\nBen,It,Dune,Emma\n",
    reading: { columns: { values: ["Favourite book", "Second favourite", "3rd favourite"] } },
  },
  {
    title: "choices whose order the column names do not show",
    content: "Voter,Love,Like\nAva,Emma,It\nBen,It,Dune\n",
    error: /the columns are not recognized/,
    option: "columns",
    choices: [
      { columns: "choices=Love+Like" },
      { columns: "user=Voter,item=Love,rating=Like" },
      { columns: "a=Voter,b=Love,winner=Like" },
    ],
  },
  {
    title: "lists in cells are not taken for the names of items",
    content: 'Voter,Love,Like\nAva,"Emma, It",Dune\nBen,It,Dune\nCy,Dune,Emma\n',
    error: /the columns are not recognized/,
    choices: [{ columns: "user=Voter,item=Love,rating=Like" }, { columns: "a=Voter,b=Love,winner=Like" }],
  },
  {
    title: "choices in columns that the caller names",
    content: "Voter,Love,Like\nAva,Emma,It\nBen,It,Dune\n",
    options: { columns: { choices: "Love+Like" } },
    reading: { format: "ballots", columns: { values: ["Love", "Like"] } },
  },
  {
    title: "choices in columns that the caller numbers",
    content: "Ava,Emma,It\nBen,It,Dune\n",
    options: { columns: { choices: "1+2" } },
    reading: {
      format: "ballots",
      samples: [
        "{Emma} above {It}; 1 other item not chosen, ranked below",
        "{It} above {Dune}; 1 other item not chosen, ranked below",
      ],
    },
  },
  {
    title: "numbered columns of a ballot",
    content: "voter,1,2,3\nx,ann,bob,cy\ny,bob,ann,cy\n",
    reading: { format: "ballots", columns: { user: "voter", values: ["1", "2", "3"] } },
  },
  {
    title: "ballots without a header: on request only",
    content: "ann,bob,cy\nbob,ann,cy\n",
    options: { format: "ballots" },
    reading: { header: false, samples: ["{ann} above {bob} above {cy}", "{bob} above {ann} above {cy}"] },
  },
  {
    title: "names in three columns without a header",
    content: "ann,bob,cy\nbob,ann,dee\n",
    error: /the columns are not recognized; found column 0/,
    option: "columns",
  },
  {
    title: "orders, one per line",
    name: "orders.txt",
    content: "a > b = c > d\n3: b > a\nann: c > a\n",
    reading: {
      format: "orders",
      rest: "unobserved",
      observations: 5,
      samples: [
        "{a} above {b, c} above {d}",
        "3 times: {b} above {a}; 2 other items not mentioned",
        "ann: {c} above {a}; 2 other items not mentioned",
      ],
    },
  },
  {
    title: "orders with comments and without spaces",
    name: "orders.txt",
    content: "# from the meeting\ntea>milk>rice\nmilk>tea\n",
    reading: { format: "orders", items: 3, rows: 2 },
  },
  {
    title: "orders and a line that is only a tie",
    name: "orders.txt",
    content: "ann = bob\nbob > cy\n2: ann = bob = cy\n",
    reading: {
      format: "orders",
      rows: 3,
      observations: 4,
      samples: ["{bob} above {cy}; 1 other item not mentioned"],
    },
  },
  {
    title: "orders that are all ties: on request only",
    name: "orders.txt",
    content: "ann = bob\nbob = cy\n",
    options: { format: "orders" },
    reading: {
      format: "orders",
      rows: 2,
      items: 3,
      samples: ["{ann, bob}; 1 other item not mentioned", "{bob, cy}; 1 other item not mentioned"],
    },
  },
  {
    title: "orders that are all ties, without a format",
    name: "orders.txt",
    content: "ann = bob\nbob = cy\n",
    error: /orders\.txt/,
    option: "columns",
  },
  {
    title: "rankings in a column, one of which is a tie",
    content: "user,ranking\nann,tea > milk\nbob,milk = tea\n",
    options: { format: "orders" },
    reading: { format: "orders", columns: { user: "user", ranking: "ranking" }, samples: ["ann: {tea} above {milk}"] },
  },
  {
    title: "an order that names an item twice",
    name: "orders.txt",
    content: "a > b > a\n",
    error: /:1: item "a" occurs twice/,
  },
  {
    title: "rankings in a column",
    content: "user,ranking\nann,tea>milk>rice\nbob,milk>tea\n",
    reading: {
      format: "orders",
      columns: { user: "user", ranking: "ranking" },
      samples: ["ann: {tea} above {milk} above {rice}", "bob: {milk} above {tea}; 1 other item not mentioned"],
    },
  },
  {
    title: "rankings as JSON lists",
    name: "votes.jsonl",
    content: '{"voter": "ann", "ranking": ["tea", ["milk", "rice"]]}\n{"voter": "bob", "ranking": ["rice", "tea"]}\n',
    reading: {
      format: "orders",
      samples: ["ann: {tea} above {milk, rice}", "bob: {rice} above {tea}; 1 other item not mentioned"],
    },
  },
  {
    title: "a tier list",
    name: "tiers.txt",
    content: "S: Mario, Zelda\nA: Metroid\nB:\nC: Kirby, Pikmin\n",
    reading: {
      format: "tier-list",
      rest: "unobserved",
      observations: 1,
      samples: ["{Mario, Zelda} above {Metroid} above {Kirby, Pikmin}"],
    },
  },
  {
    title: "tier lists of two people, one from the worst tier up",
    name: "tiers.txt",
    content: "# ann\nS: chess, go\nB: draughts\n# bob\nC: chess\nA: draughts, go\n",
    reading: { observations: 2, samples: ["ann: {chess, go} above {draughts}", "bob: {draughts, go} above {chess}"] },
  },
  {
    title: "tier lists divided by empty lines",
    name: "tiers.txt",
    content: "S Tier: a\nA Tier: b, c\n\nS Tier: b\nA Tier: a\n",
    reading: { format: "tier-list", observations: 2 },
  },
  {
    title: "a tier list as a JSON object",
    name: "tiers.json",
    content: '{\n  "A": ["c"],\n  "S": ["a", "b"]\n}\n',
    reading: { format: "tier-list", samples: ["{a, b} above {c}"] },
  },
  {
    title: "a spreadsheet with one row per voter",
    content: "voter,tea,milk,rice\nann,5,3,4\nbob,4,4,\n",
    reading: {
      format: "table",
      columns: { user: "voter", values: ["tea", "milk", "rice"] },
      best: "higher",
      samples: ["voter ann: {tea} above {rice} above {milk}"],
    },
  },
  {
    title: "a spreadsheet with one column per voter",
    content: "item,ann,bob\ntea,5,4\nmilk,3,\nrice,4,5\n",
    reading: {
      format: "table",
      columns: { item: "item", values: ["ann", "bob"] },
      samples: ["voter ann: {tea} above {rice} above {milk}", "voter bob: {rice} above {tea}; 1 other item not rated"],
    },
  },
  {
    title: "a spreadsheet whose first column could be either",
    content: "name,tea,milk\nann,5,3\nbob,4,4\n",
    error: /can be read in 2 ways/,
    option: "columns",
    choices: [
      { format: "table", columns: "user=name" },
      { format: "table", columns: "item=name" },
    ],
  },
  {
    title: "a spreadsheet of places, which could be points",
    content: "voter,tea,milk,rice\nann,1,3,2\nbob,2,1,3\n",
    error: /can be read in 2 ways/,
    option: "best",
    choices: [
      { format: "table", best: "lower" },
      { format: "table", best: "higher" },
    ],
  },
  {
    title: "a spreadsheet of places, explained",
    content: "voter,tea,milk,rice\nann,1,3,2\nbob,2,1,3\n",
    options: { better: "lower" },
    reading: {
      format: "table",
      best: "lower",
      samples: ["voter ann: {tea} above {rice} above {milk}", "voter bob: {milk} above {tea} above {rice}"],
    },
  },
  {
    title: "a form with a grid of questions",
    content:
      "Timestamp,Email Address,Rate these drinks [Tea],Rate these drinks [Milk]\n2024/01/01 10:00:00,a@x.org,5,3\n2024/01/01 11:00:00,b@x.org,4,\n",
    reading: {
      format: "table",
      columns: { values: ["Rate these drinks [Tea]", "Rate these drinks [Milk]"] },
      samples: ["voter row 1: {Tea} above {Milk}"],
    },
  },
  {
    title: "PrefLib by its prologue, whatever its name",
    name: "votes",
    content:
      "# FILE NAME: x.toi\n# DATA TYPE: toi\n# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 1: tea\n# ALTERNATIVE NAME 2: milk\n3: 1,2\n1: 2\n",
    reading: { format: "preflib", items: 2, observations: 4, samples: ["3 times: {tea} above {milk}"] },
  },
  {
    title: "PrefLib of before 2022, by its name",
    name: "votes.soc",
    content: "2\n1,tea\n2,milk\n3,3,2\n2,1,2\n1,2,1\n",
    reading: { format: "preflib", observations: 3 },
  },
  {
    title: "tiers in JSON Lines",
    name: "tiers.jsonl",
    content: '{"tiers": [["a", "b"], ["c"]], "weight": 2}\n',
    reading: { format: "tiers", rest: "lowest", observations: 2, samples: ["2 times: {a, b} above {c}"] },
  },
  {
    title: "tiers in a JSON array",
    name: "tiers.json",
    content: '[{"tiers": [["a"], ["b"]]}, {"tiers": [["b"], ["a"]], "rest": "unobserved"}]',
    reading: { format: "tiers", container: "json", rest: "stated", observations: 2 },
  },
  {
    title: "LETOR",
    name: "rank.txt",
    content: "2 qid:1 1:0.5 2:1 # docid = a\n0 qid:1 1:0.1 # docid = b\n1 qid:2 2:0.5 # docid = c\n",
    reading: { format: "letor", items: 3, observations: 2, samples: ["{a} above {b}; 1 other item not mentioned"] },
  },
  {
    title: "SVMlight without queries",
    name: "svm.txt",
    content: "1 1:0.5 2:1\n0 1:0.1\n",
    error: /:1: the lines have no qid; expected the number of documents per query/,
  },
  {
    title: "multi-label data in the format of the extreme classification repository",
    name: "train.txt",
    content: "2 3 4\n0,2 0:1 2:0.5\n1 1:1\n",
    reading: { format: "xml", rows: 2, items: 4 },
  },
  {
    title: "the label file of the other layout of the repository",
    name: "trn_X_Y.txt",
    content: "2 4\n0:1 2:1\n1:1\n",
    reading: { format: "xml", rows: 2, items: 4 },
  },
  {
    title: "preference graphs",
    name: "graphs.jsonl",
    content: '{"edges": [["a", "b"], ["b", "c"]]}\n',
    reading: { format: "edges", items: 3 },
  },
];
