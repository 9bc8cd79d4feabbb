"""Napoleon (ナポレオン) and European Nap as a library: pure Python, no dependency.

- `napoleon.engine`: the rules, the views of the seats, records and their replay
- `napoleon.bots`: players of three levels
- `napoleon.solver`: double-dummy analysis
- `napoleon.inference`: deals that a seat may believe in
- `napoleon.judging`: what each decision of a deal cost
- `napoleon.time_bank`: time per move, with a bank
"""
