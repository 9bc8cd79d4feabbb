import time
from django.test import Client
def test_x(ai):
    c=Client(); c.force_login(ai)
    for path in ("/","/clubs/"):
        for _ in range(3): r=c.get(path)
        out=[]
        for k in range(5):
                t=time.process_time()
                for _ in range(15): c.get(path)
                out.append(round((time.process_time()-t)/15*1000,2))
        print(path, r.status_code, out)
